/** A field of a question: units in a list, or a number. */
export interface CalculatorField {
  name: string
  title: string
  /** an example, shown while the field is empty */
  example: string
  number?: boolean
}

export interface CalculatorKind {
  /** the kind, as in the question; the first kind of a game is its default */
  id: string
  title: string
  fields: readonly CalculatorField[]
}

const units = (name: 'attack' | 'defend', title: string, example: string): CalculatorField => ({ name, title, example })
const number = (name: string, title: string, example: string): CalculatorField => ({ name, title, example, number: true })

/** The games whose calculator answers in tables: their names and the questions that they answer. */
export const TABLE_CALCULATORS: Readonly<Record<string, { title: string; kinds: readonly CalculatorKind[] }>> = {
  pacific_fury: {
    title: 'Pacific Fury',
    kinds: [
      { id: 'surface', title: 'Surface combat', fields: [units('attack', 'Gun ships that attack', 'Yamato, Kongo'), units('defend', 'Enemy ships', 'Washington, South Dakota')] },
      { id: 'strike', title: 'Carriers at ships', fields: [units('attack', 'Carriers', 'Shokaku, Zuikaku'), units('defend', 'Enemy ships', 'Enterprise, Hornet')] },
      { id: 'bombardment', title: 'Bombardment', fields: [units('attack', 'Gun ships', 'Kongo, Haruna'), number('marker', 'Box of the marker', '0')] },
      { id: 'field', title: 'Carriers at the field', fields: [units('attack', 'Carriers', 'Shokaku, Zuikaku'), number('marker', 'Box of the marker', '0')] },
    ],
  },
  hold_fast: {
    title: 'Hold Fast',
    kinds: [
      { id: 'surface', title: 'Surface combat', fields: [units('attack', 'Gun ships that fire', 'Kongo, Hiei'), units('defend', 'Targets', 'Warspite 2')] },
      { id: 'air', title: 'Air combat', fields: [units('attack', 'Carriers and air units', 'Akagi, Kaga'), units('defend', 'Targets', 'Enterprise, Hornet 1')] },
      { id: 'landing', title: 'Landing', fields: [units('attack', 'Transports', 'Transport 1')] },
      { id: 'roll', title: 'Air or surface', fields: [number('ahead', 'Advantage on the roll', '0')] },
    ],
  },
  victory_in_the_pacific: {
    title: 'Victory in the Pacific',
    kinds: [
      { id: 'day', title: 'Day action', fields: [units('attack', 'Units that fire', 'Akagi, Kaga'), units('defend', 'Targets', 'Lexington, Saratoga 2'), number('turn', 'Turn', '1')] },
      { id: 'night', title: 'Night action', fields: [units('attack', 'Ships that fire', 'Kongo, Hiei'), units('defend', 'Targets', 'Washington'), number('turn', 'Turn', '1')] },
      { id: 'raid', title: 'Raid on a port', fields: [units('attack', 'Units that strike', 'Akagi, Kaga'), units('defend', 'Units in port', 'Arizona, Nevada'), number('turn', 'Turn', '1')] },
      { id: 'speed', title: 'Speed rolls', fields: [units('attack', 'Ships', 'Yamato, Kongo 1')] },
    ],
  },
}

/** What a person has entered: the kind, and each field as text. */
export interface CalculatorInput {
  kind: string
  fields: Readonly<Record<string, string>>
}

/** Reads an address; unknown words are ignored. */
export function inputOf(game: string, words: string): CalculatorInput {
  const found = new URLSearchParams(words)
  const kinds = TABLE_CALCULATORS[game]!.kinds
  const kind = kinds.find(({ id }) => id === found.get('kind')) ?? kinds[0]!
  return { kind: kind.id, fields: Object.fromEntries(kind.fields.flatMap(({ name }) => (found.get(name) ? [[name, found.get(name)!]] : []))) }
}

/** Writes an address. */
export function queryOf(game: string, { kind, fields }: CalculatorInput): string {
  const plain = TABLE_CALCULATORS[game]!.kinds[0]!.id
  return new URLSearchParams({ ...(kind === plain ? {} : { kind }), ...fields }).toString()
}

/** The question for the server; null while a list of units is empty. */
export function questionOf(game: string, { kind, fields }: CalculatorInput): Record<string, unknown> | null {
  const asked = TABLE_CALCULATORS[game]!.kinds.find(({ id }) => id === kind)!
  const question: Record<string, unknown> = { kind }
  for (const { name, number } of asked.fields) {
    const text = (fields[name] ?? '').trim()
    if (!number && !text) return null
    if (text) question[name] = number ? Math.round(Number(text)) || 0 : text
  }
  return question
}
