import type { KnownPosition } from './play_view'

/** The range of a force at a speed (10.5): limited by the ship with the least fuel. */
export interface FuelLeft {
  speed: number
  /** fuel and movement points of a phase */
  burns: number
  phase: number
  /** whole phases, and the movement points in all of them; undefined if no fuel is burnt */
  phases: number | null
  points: number | null
}

export const fuelLeft = (position: KnownPosition, force: string): FuelLeft[] => fuelOf(position, position.shipsIn(force))

/** The same for ships that would sail together. */
export function fuelOf(position: KnownPosition, ships: ReturnType<KnownPosition['shipsIn']>): FuelLeft[] {
  if (!ships.length) return []
  const fuel = Math.min(...ships.map((ship) => position.fuel(ship.id)))
  const most = Math.min(...ships.map((ship) => ship.speed_class))
  return Object.entries(position.facts.atlas.speeds).map(([name, points]) => [Number(name), points] as const).filter(([speed]) => speed >= 1 && speed <= most).map(([speed, [, phase, burns]]) => {
    const phases = burns ? Math.floor(fuel / burns) : null
    return { speed, burns, phase, phases, points: phases === null ? null : phases * phase }
  })
}
