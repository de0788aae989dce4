import type { Side } from '../types'

export interface UnitNamed {
  id: string
  name: string
  side: Side
}

/** The value of something to each side, in points. */
export type Worth = Readonly<Record<Side, number>>

/** A sea area, with its value to each side in points. */
export interface AreaFacts {
  id: string
  name: string
  worth: Worth
  adjacent: readonly string[]
}

/** A port or base. */
export interface PlaceFacts {
  id: string
  name: string
  kind: 'port' | 'base'
  /** the sea areas beside it */
  touches: readonly string[]
}

const byId = <T extends { id: string }>(rows: readonly T[] = []): Map<string, T> => new Map(rows.map((row) => [row.id, row]))
const WITH_ARTICLE = /(Sea|Ocean|Islands|Bengal|Mandate|Philippines|Hebrides)$/

/** The fixed data of a match with sea areas: units, map and turns under its options, ready for look-up. */
export class SeaFacts<U extends UnitNamed = UnitNamed, A extends AreaFacts = AreaFacts, P extends PlaceFacts = PlaceFacts, T = unknown> {
  readonly units: ReadonlyMap<string, U>
  readonly areas: ReadonlyMap<string, A>
  readonly places: ReadonlyMap<string, P>
  readonly turns: readonly T[]

  /** @param sides those to whom an area is worth points, each in a separate field */
  constructor(data: unknown, sides: readonly Side[]) {
    const { units, areas, places, turns = [] } = (data ?? {}) as { units?: U[]; areas?: (A & Worth)[]; places?: P[]; turns?: T[] }
    this.units = byId(units)
    this.areas = byId(areas?.map((area) => ({ ...area, worth: Object.fromEntries(sides.map((side) => [side, area[side]!])) })))
    this.places = byId(places)
    this.turns = turns
  }

  /** The name of a sea area, place, unit or any other thing of the game. */
  name(id: string): string {
    return this.areas.get(id)?.name ?? this.places.get(id)?.name ?? this.units.get(id)?.name ?? this.called(id)
  }

  /** The name of anything except a sea area, a place or a unit. */
  protected called(id: string): string {
    return id.replaceAll('_', ' ')
  }

  /** The name within a sentence: "the Coral Sea", "Truk". */
  within(id: string): string {
    const name = this.name(id)
    return WITH_ARTICLE.test(name) ? `the ${name}` : name
  }

  sideOf(id: string): U['side'] | undefined {
    return this.units.get(id)?.side
  }

  /** Whether an id belongs to the map: a sea area, a port or a base. */
  onMap(id: string): boolean {
    return this.areas.has(id) || this.places.has(id)
  }
}

/** The facts of a match, computed once from the server's data. */
export function cachedByKey<F>(make: (data: unknown) => F): (data: unknown) => F {
  const known = new WeakMap<object, F>()
  const nothing = make(null)
  return (data) => {
    if (!data) return nothing
    const found = known.get(data) ?? make(data)
    known.set(data, found)
    return found
  }
}
