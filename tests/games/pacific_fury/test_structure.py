"""What a correction may not change, because the rules of task forces depend on it: sides, kinds and ids of counters."""

import pytest

from ironbottom.engine.data.corrections import FactsError
from ironbottom.games.pacific_fury.data.facts import load
from ironbottom.games.pacific_fury.data.tables import CARRIERS, GUNS, UNITS

units = load().table(UNITS)
CARRIER_KINDS = {"carrier", "light_carrier"}
GUN_KINDS = {"battleship", "cruiser"}
KINDS = (*CARRIERS, *GUNS, "transport", "tokyo_express", "marker")


def counters_of_kind(kind: str) -> set[str]:
    """The kinds that a counter of this kind may be corrected to."""
    return CARRIER_KINDS if kind in CARRIER_KINDS else GUN_KINDS if kind in GUN_KINDS else {kind}


@pytest.mark.clause("2.2.1", "2.2.2", "8.3")
@pytest.mark.parametrize("unit", ["us_wasp", "ijn_ryujo", "ijn_nagato", "us_chester", "ijn_transports_1", "mk_turn"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_counter_keeps_its_kind(unit: str, kind: str) -> None:
    """Battleship or cruiser, fleet carrier or light carrier: these kinds can be corrected, and no others."""
    corrections = {"units": {unit: {"kind": kind}}}
    if kind in counters_of_kind(units[unit].kind):
        assert load(corrections).table(UNITS)[unit].kind == kind
        return
    with pytest.raises(FactsError) as refused:
        load(corrections)
    assert f"{units[unit].name} cannot be a {kind}" in str(refused.value)
    assert refused.value.name == f"pacific_fury.units.{unit}.kind"


@pytest.mark.clause("2.2.1")
@pytest.mark.parametrize(("unit", "side"), [("us_wasp", "japan"), ("ijn_aoba", "allies"), ("ijn_aoba", "none")])
def test_a_counter_stays_on_its_side(unit: str, side: str) -> None:
    with pytest.raises(FactsError) as refused:
        load({"units": {unit: {"side": side}}})
    assert refused.value.name == f"pacific_fury.units.{unit}.side"
    assert "is a counter of" in str(refused.value)


@pytest.mark.clause("2.2")
def test_no_counter_can_be_added_or_renamed() -> None:
    for corrections in ({"units": {"us_yorktown": {"combat_factor": 4}}}, {"units": {"us_wasp": {"id": "us_bee"}}}):
        with pytest.raises(FactsError):
            load(corrections)
