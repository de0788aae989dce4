"""The charts, one file each (`charts/`)."""

from __future__ import annotations

from typing import Any

from ironbottom.engine.data.facts import Table
from ironbottom.games.war_in_the_pacific.data import chart_rows as rows

AIR_AIR = Table("charts/air_air.csv", rows.Rolls)
ANTI_AIRCRAFT = Table("charts/anti_aircraft.csv", rows.Rolls)
BOMBARDMENT = Table("charts/bombardment.csv", rows.Rolls)
STRAFING = Table("charts/strafing.csv", rows.Rolls)
STRATEGIC_BOMBING = Table("charts/strategic_bombing.csv", rows.Rolls)
SUB_SHIPPING_ATTACK = Table("charts/sub_shipping_attack.csv", rows.Rolls)
ASW = Table("charts/asw.csv", rows.Rolls)
AIR_ATTRITION = Table("charts/air_attrition.csv", rows.Rolls)
ATTRITION = Table("charts/attrition.csv", rows.Attrition)
AVAILABILITY = Table("charts/availability.csv", rows.Share)
NAVAL_COMBAT_RESULTS = Table("charts/naval_combat_results.csv", rows.Levels)
DAMAGE_POINTS = Table("charts/damage_points.csv", rows.PerTen)
DAMAGE_POINT_MODS = Table("charts/damage_point_mods.csv", rows.Modifier)
DAMAGE_EFFECTS = Table("charts/damage_effects.csv", rows.DamageEffect)
CRITICAL_HITS = Table("charts/critical_hits.csv", rows.Critical)
CRITICAL_EFFECTS = Table("charts/critical_effects.csv", rows.CriticalEffect)
CRITICAL_HIT_MODS = Table("charts/critical_hit_mods.csv", rows.Modifier)
REPAIR = Table("charts/repair.csv", rows.Repair)
REPAIR_RESOURCES = Table("charts/repair_resources.csv", rows.RepairResources)
SEARCH_CONTACT = Table("charts/search_contact.csv", rows.Contact)
SEARCH_MODS = Table("charts/search_mods.csv", rows.Modifier)
SEARCH_CHITS = Table("charts/search_chits.csv", rows.Chit)
WEATHER = Table("charts/weather.csv", rows.WeatherRow)
BOMBARDMENT_EFFECTS = Table("charts/bombardment_effects.csv", rows.BombardmentEffect)
SURFACE_CONTACT = Table("charts/surface_contact.csv", rows.Modifier)
SURFACE_SURPRISE = Table("charts/surface_surprise.csv", rows.Modifier)
ROUNDS = Table("charts/rounds.csv", rows.Round)
BOUNCE = Table("charts/bounce.csv", rows.Modifier)
COASTAL_GUNS = Table("charts/coastal_guns.csv", rows.Guns)
ERAS = Table("charts/eras.csv", rows.Era)
SUB_AVAILABLE = Table("charts/sub_available.csv", rows.Available)
SUB_MODS = Table("charts/sub_mods.csv", rows.Modifier)
SUB_VS_TF = Table("charts/sub_vs_tf.csv", rows.Value)
SUB_ENDURANCE = Table("charts/sub_endurance.csv", rows.Endurance)
GROUND_CRT = Table("charts/ground_crt.csv", rows.GroundRow)
TERRAIN_EFFECTS = Table("charts/terrain_effects.csv", rows.TerrainEffect)
GROUND_MODS = Table("charts/ground_mods.csv", rows.Modifier)
GROUND_MOVEMENT = Table("charts/ground_movement.csv", rows.Walking)
FORCED_MARCH = Table("charts/forced_march.csv", rows.ForcedMarch)
SUPPLY_COST = Table("charts/supply_cost.csv", rows.Value)
FUEL_COST = Table("charts/fuel_cost.csv", rows.Fuel)
CONSTRUCTION = Table("charts/construction.csv", rows.Building)
CARGO_LOADS = Table("charts/cargo_loads.csv", rows.CargoLoad)
PORTS = Table("charts/ports.csv", rows.PortClass)
PIPELINE = Table("charts/pipeline.csv", rows.Thruput)
RAILCAP_SEACAP = Table("charts/railcap_seacap.csv", rows.Capacity)
INITIATIVE = Table("charts/initiative.csv", rows.Initiative)
INTELLIGENCE = Table("charts/intelligence.csv", rows.Drawing)
KAMIKAZE = Table("charts/kamikaze.csv", rows.Value)
AMPHIBIOUS = Table("charts/amphibious.csv", rows.BeachRate)
PRODUCTION_COSTS = Table("charts/production_costs.csv", rows.Price)
US_PRODUCTION = Table("charts/us_production.csv", rows.Grant)
JAPAN_ECONOMY = Table("charts/japan_economy.csv", rows.Economy)
VICTORY_POINTS = Table("charts/victory_points.csv", rows.Worth)
SURRENDER = Table("charts/surrender.csv", rows.Surrender)
CHINA = Table("charts/china.csv", rows.Province)
MISSIONS = Table("charts/missions.csv", rows.Mission)
SPEED = Table("charts/speed.csv", rows.Speed)
MOVEMENT_COST = Table("charts/movement_cost.csv", rows.EnterCost)
HQ = Table("charts/hq.csv", rows.HqSize)
AIRBASE = Table("charts/airbase.csv", rows.BaseLevel)
SEQUENCE = Table("charts/sequence.csv", rows.Segment)
DUMMIES = Table("charts/dummies.csv", rows.Dummies)

CHARTS: tuple[Table[Any], ...] = (
    *(AIR_AIR, ANTI_AIRCRAFT, BOMBARDMENT, STRAFING, STRATEGIC_BOMBING, SUB_SHIPPING_ATTACK, ASW),
    *(AIR_ATTRITION, ATTRITION, AVAILABILITY, NAVAL_COMBAT_RESULTS, DAMAGE_POINTS, DAMAGE_POINT_MODS),
    *(DAMAGE_EFFECTS, CRITICAL_HITS, CRITICAL_EFFECTS, CRITICAL_HIT_MODS, REPAIR, REPAIR_RESOURCES),
    *(SEARCH_CONTACT, SEARCH_MODS, SEARCH_CHITS, WEATHER, BOMBARDMENT_EFFECTS, SURFACE_CONTACT),
    *(SURFACE_SURPRISE, ROUNDS, BOUNCE, COASTAL_GUNS, ERAS, SUB_AVAILABLE, SUB_MODS, SUB_VS_TF),
    *(SUB_ENDURANCE, GROUND_CRT, TERRAIN_EFFECTS, GROUND_MODS, GROUND_MOVEMENT, FORCED_MARCH, SUPPLY_COST),
    *(FUEL_COST, CONSTRUCTION, CARGO_LOADS, PORTS, PIPELINE, RAILCAP_SEACAP, INITIATIVE, INTELLIGENCE),
    *(KAMIKAZE, AMPHIBIOUS, PRODUCTION_COSTS, US_PRODUCTION, JAPAN_ECONOMY, VICTORY_POINTS, SURRENDER, CHINA),
    *(MISSIONS, SPEED, MOVEMENT_COST, HQ, AIRBASE, SEQUENCE, DUMMIES),
)
"""All charts, in the order of the rules that use them."""
