/** 22 Island combat, where both sides aim optimally. A fighter is described by its remaining points: it has that many shots, and
 * is lost with one hit more. */

type Left = readonly number[]
type Hits = readonly number[]

const HIT = 1 / 6
const GARRISON_SHOTS = 1
/** 22.4 A target of the invaders that no other unit defends: one hit takes it. */
const GARRISON: Left = [0]

const known = new Map<string, number>()

/** 22.1 The probability that invaders take a base from its garrison and the units that hold it; Japan fires first (5.34). */
export function islandChance(invaders: Left, holding: Left, japan: boolean): number {
  if (!invaders.length) return 0
  const key = `${invaders.toSorted().join()} ${holding.toSorted().join()} ${japan}`
  const found = known.get(key)
  if (found !== undefined) return found
  const shots = sum(invaders) + sum(holding) + GARRISON_SHOTS
  const nothing = (1 - HIT) ** shots // then the round is repeated, whatever the targets
  const chances = fire(invaders, holding, japan, [japan, !japan], []) / (1 - nothing)
  known.set(key, chances)
  return chances
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0)

/** The probability in a round where these units must still fire, each with whether it attacks; 0 if nothing is hit. `hits`:
 * the hits on the holders before those on the invaders. */
function fire(invaders: Left, holding: Left, japan: boolean, order: readonly boolean[], hits: readonly Hits[]): number {
  const [attacks, ...rest] = order
  if (attacks === undefined) return after(invaders, holding, japan, hits[0]!, hits[1]!)
  const own = attacks ? invaders : [...holding, GARRISON_SHOTS]
  const targets = !attacks ? invaders : holding.length ? holding : GARRISON
  const then = new Map<string, number>()
  const values = aims(own, targets).map((shots) => {
    let value = 0
    for (const [chance, fallen] of falls(shots, targets)) {
      const key = fallen.join()
      if (!then.has(key)) then.set(key, fire(invaders, holding, japan, rest, attacks ? [fallen, ...hits] : [...hits, fallen]))
      value += chance * then.get(key)!
    }
    return value
  })
  return attacks ? Math.max(...values) : Math.min(...values)
}

/** 22.4 A hit on the garrison takes the base; otherwise the remaining units fight on. */
function after(invaders: Left, holding: Left, japan: boolean, onHolders: Hits, onInvaders: Hits): number {
  if (!onHolders.some(Boolean) && !onInvaders.some(Boolean)) return 0
  if (!holding.length && onHolders.some(Boolean)) return 1
  return islandChance(survivors(invaders, onInvaders), holding.length ? survivors(holding, onHolders) : [], japan)
}

const survivors = (fighters: Left, hits: Hits): number[] => fighters.map((left, i) => left - hits[i]!).filter((left) => left >= 0)

/** 22.2 The possible numbers of shots at each target: a fighter fires all its shots at one. */
function aims(own: Left, targets: Left): number[][] {
  const found = new Map<string, number[]>()
  const go = (k: number, aimed: readonly number[]): void => {
    if (k === own.length) return void found.set(aimed.join(), [...aimed])
    targets.forEach((_, at) => go(k + 1, aimed.map((n, i) => (i === at ? n + own[k]! : n))))
  }
  go(0, targets.map(() => 0))
  return [...found.values()]
}

/** 22.3 The possible hits of a number of shots; hits beyond what a target can take count as one more. */
function falls(shots: Hits, targets: Left): [number, number[]][] {
  let all: [number, number[]][] = [[1, []]]
  targets.forEach((left, i) => {
    const each = hitsOf(shots[i]!, left + 1)
    all = all.flatMap(([chance, fallen]) => each.map((p, hits): [number, number[]] => [chance * p, [...fallen, hits]]))
  })
  return all
}

function hitsOf(shots: number, most: number): number[] {
  const chances: number[] = []
  let ways = 1
  for (let hits = 0; hits <= Math.min(shots, most); hits++) {
    chances.push(ways * HIT ** hits * (1 - HIT) ** (shots - hits))
    ways = (ways * (shots - hits)) / (hits + 1)
  }
  if (shots > most) chances[most] = 1 - sum(chances.slice(0, most))
  return chances
}
