import type { Now } from './play_view'

/** What the fuel of a force allows at a speed (10.5): it lasts as long as that of the ship with least. */
export interface FuelLeft {
  speed: number
  /** fuel and movement points of a phase */
  burns: number
  phase: number
  /** whole phases, and the movement points of all of them; nothing where none is burnt */
  phases: number | null
  points: number | null
}

export function fuelLeft(now: Now, force: string): FuelLeft[] {
  const ships = now.shipsIn(force)
  if (!ships.length) return []
  const fuel = Math.min(...ships.map((ship) => now.fuel(ship.id)))
  const most = Math.min(...ships.map((ship) => ship.speed_class))
  return Object.entries(now.facts.atlas.speeds).map(([name, told]) => [Number(name), told] as const).filter(([speed]) => speed >= 1 && speed <= most).map(([speed, [, phase, burns]]) => {
    const phases = burns ? Math.floor(fuel / burns) : null
    return { speed, burns, phase, phases, points: phases === null ? null : phases * phase }
  })
}
