import type { UnitFacts } from './types'

/** The factors of a unit after damage. */
export interface CurrentFactors {
  gunnery: number
  gunnery_bonus: boolean
  speed: number
  airstrike: number
  /** those that differ from the printed ones */
  changed: ReadonlySet<string>
}

/** 7.71 Each point reduces the speed; 7.72 the guns lose their bonus; 7.73 with as many points as armor there is at most one gun
 * and no airstrike, 9.41 on the bottom none; 23.2 an airstrike is reduced by its own losses. */
export function currentFactors(unit: UnitFacts, damage = 0, airLoss = 0): CurrentFactors {
  const ship = unit.kind !== 'lba' && unit.kind !== 'submarine'
  const crippled = ship && damage > 0 && damage >= unit.armor
  const now = {
    gunnery: crippled ? (damage > unit.armor ? 0 : Math.min(1, unit.gunnery)) : unit.gunnery,
    gunnery_bonus: unit.gunnery_bonus && !(ship && damage > 0),
    speed: ship ? Math.max(Math.min(1, unit.speed), unit.speed - damage) : unit.speed,
    airstrike: crippled ? 0 : Math.max(0, unit.airstrike - airLoss),
  }
  const changed = (['gunnery', 'speed', 'airstrike'] as const).filter((name) => now[name] !== unit[name])
  return { ...now, changed: new Set<string>(changed) }
}
