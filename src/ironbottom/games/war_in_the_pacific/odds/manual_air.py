"""An air battle described by hand (7.1 to 7.5): patrol, Bounce and anti-aircraft fire against a wave."""

from __future__ import annotations

from ironbottom.engine.core.errors import BadValue
from ironbottom.games.war_in_the_pacific.odds import asking, manual_waves
from ironbottom.games.war_in_the_pacific.odds.answers import OddsAnswer, OddsQuestion, needed
from ironbottom.games.war_in_the_pacific.odds.manual_raids import WARNED, in_harbour
from ironbottom.games.war_in_the_pacific.state_types import Rules
from ironbottom.odds.distributions import mean

ROLES = (*manual_waves.AT_SHIPS, *manual_waves.AT_LAND)


def answer(rules: Rules, question: OddsQuestion) -> OddsAnswer:
    """7.1, 7.2, 7.5 The losses of a wave, its escort and the patrol."""
    if not question.escort.strip():
        needed(question, strikers="'12 SBD, 6 TBD', or an escort")
    wave = manual_waves.read_wave(rules, question, ROLES)
    manual_waves.check_bands(rules.pieces, wave, question.altitude)
    fire = in_harbour(rules, question) if question.fire is None else question.fire
    if not question.patrol.strip() and not fire:
        raise BadValue("name what the wave meets, for example a patrol of '4 Zero'", field="patrol", clause="7.1")
    passage = manual_waves.passage(rules, question, wave, fire, WARNED)
    result = OddsAnswer("air", [*manual_waves.wave_lines(wave, passage), f"Anti-aircraft fire {fire}."])
    manual_waves.add_losses(result, wave, passage)
    through = sum(
        chance for left, chance in passage.left.items() if sum(left) == sum(part.points for part in wave.parts)
    )
    result.figures |= {"all come through": through, "patrol hits on strikers": mean(passage.fight.strikers)}
    result.notes.append(f"the eras of {asking.cycle_written(asking.read_date(question.date))}")
    return result
