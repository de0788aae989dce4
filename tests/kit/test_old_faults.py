"""Old bugs can be reintroduced: each text to replace occurs once."""

from pathlib import Path

import pytest

from tests.kit import old_faults

FAULTS = old_faults.listed()


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.commit)
def test_the_text_of_each_fault_occurs_once(fault: old_faults.OldFault, tmp_path: Path) -> None:
    path = tmp_path / fault.file
    path.parent.mkdir(parents=True)
    text = (old_faults.ROOT / fault.file).read_text(encoding="utf-8")
    path.write_text(text, encoding="utf-8")
    fault.put_back(tmp_path)
    assert path.read_text(encoding="utf-8") == text.replace(fault.now, fault.then) != text
    for name in fault.tests:
        assert (old_faults.ROOT / name.split("::")[0]).exists()
    with pytest.raises(ValueError, match=f"{fault.file} has the text of"):
        fault.put_back(tmp_path)
