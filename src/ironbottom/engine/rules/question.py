"""The simplest procedure: one question to one side."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ironbottom.engine.rules.procedures import Execution, Procedure

if TYPE_CHECKING:
    from ironbottom.engine.rules.game import Rules


class Question(Procedure):
    """A question to the side in the field ``side``. The question stays open until the method of an answer closes it.

    >>> from typing import Annotated
    >>> from ironbottom.engine.rules.actions import Verb
    >>> from ironbottom.engine.core.fields import Domain, IdField
    >>> class Ask(Question):
    ...     number, name, clause, question = 3, "ask", "4.0", "Well?"
    ...     verbs = (Verb("nod", clause="4.0", ends_list="never"),)
    ...     side: Annotated[int, IdField(Domain("side", ("red", "blue")))]
    ...     def nod(self, execution):
    ...         execution.pop()
    >>> Ask(0).prompt(None, 0)
    'Well?'
    """

    question: ClassVar[str] = ""

    def proceed(self, execution: Execution) -> bool:
        return True

    def prompt(self, rules: Rules, side: int) -> str:
        return self.question or self.build_prompt()
