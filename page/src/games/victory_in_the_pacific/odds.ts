/** The exact odds of fights by the game's own factors (6.4, 7.3, 7.5). */

/** Probabilities by points of damage, separate for shots that disable and those that do not. */
export interface Volley {
  undamaged: readonly number[]
  disabled: readonly number[]
}

export const NO_SHOT: Volley = { undamaged: [1], disabled: [0] }

/** 7.53 One shot: 6 hits and 5 disables, with the bonus one less each; only a 6 hits air units. */
function oneShot(bonus: boolean, atAir: boolean): Volley {
  const hits = atAir ? 1 : bonus ? 2 : 1
  const disables = atAir ? 0 : 1
  return { undamaged: [(6 - hits - disables) / 6, ...Array.from({ length: 6 }, () => hits / 36)], disabled: [disables / 6] }
}

function convolve(a: readonly number[], b: readonly number[]): number[] {
  const out = Array.from({ length: a.length + b.length - 1 }, () => 0)
  a.forEach((p, i) => b.forEach((q, k) => (out[i + k]! += p * q)))
  return out
}
const plus = (a: readonly number[], b: readonly number[]): number[] => Array.from({ length: Math.max(a.length, b.length) }, (_, i) => (a[i] ?? 0) + (b[i] ?? 0))

/** 7.43 Two volleys at one target. */
export function both(a: Volley, b: Volley): Volley {
  const anyB = plus(b.undamaged, b.disabled)
  return { undamaged: convolve(a.undamaged, b.undamaged), disabled: plus(convolve(a.undamaged, b.disabled), convolve(a.disabled, anyB)) }
}

/** 7.53 A number of shots of one kind. */
export function volley(shots: number, bonus: boolean, atAir: boolean): Volley {
  let all = NO_SHOT
  for (let i = 0; i < shots; i++) all = both(all, oneShot(bonus, atAir))
  return all
}

/** The outcome for a target. */
export interface Fate {
  sunk: number
  disabled: number
  damaged: number
  unharmed: number
}

/** 7.533, 7.534, 7.64, 9.4 Sunk from a given number of points, else sent home disabled, else damaged, else unharmed. */
export function fate(fire: Volley, sinksAt: number, inPort = false): Fate {
  const found: Fate = { sunk: 0, disabled: 0, damaged: 0, unharmed: 0 }
  for (let points = 0; points < Math.max(fire.undamaged.length, fire.disabled.length); points++) {
    const [sound, disabled] = [fire.undamaged[points] ?? 0, fire.disabled[points] ?? 0]
    if (points >= sinksAt) found.sunk += sound + disabled
    else {
      if (!inPort) found.disabled += disabled
      found[points ? 'damaged' : 'unharmed'] += sound + (inPort ? disabled : 0)
    }
  }
  return found
}

/** 6.4 The probability that a speed roll passes: the speed must be greater than the die. */
export const speedRollChance = (speed: number): number => (speed >= 7 ? 1 : Math.max(0, speed - 1) / 6)

/** 7.31 to 7.33 The probabilities of a day action, of both, and of a night action, if the two sides want different things. `ahead`:
 * the bonus of the side that wants day minus that of the other. */
export function dayOrNight(ahead: number): { day: number; both: number; night: number } {
  const found = { day: 0, both: 0, night: 0 }
  for (let mine = 1; mine <= 6; mine++) {
    for (let theirs = 1; theirs <= 6; theirs++) {
      const gap = mine + ahead - theirs
      found[gap > 0 ? 'day' : gap === 0 ? 'both' : 'night'] += 1 / 36
    }
  }
  return found
}

/** 6.4 The probability of 0, 1, 2 … out of several independent events. */
export const howMany = (chances: readonly number[]): number[] => chances.reduce<number[]>((all, p) => convolve(all, [1 - p, p]), [1])

/** 20.41 to 20.44 The probability that a task force is sighted, in the order of the cases. */
export function sightingChance(force: { certain: boolean; attacks: boolean; patrols: boolean }): number {
  return (force.certain ? 6 : force.attacks ? 4 : force.patrols ? 3 : 2) / 6
}

/** 9.13, 9.4 The effect of a raid on a ship in port: sunk above double armor, on the bottom above its armor, damaged, or none. */
export function raidFate(fire: Volley, bottomsAt: number, sinksAt: number): { sunk: number; bottom: number; damaged: number; unharmed: number } {
  const found = { sunk: 0, bottom: 0, damaged: 0, unharmed: 0 }
  plus(fire.undamaged, fire.disabled).forEach((p, points) => (found[points >= sinksAt ? 'sunk' : points >= bottomsAt ? 'bottom' : points ? 'damaged' : 'unharmed'] += p))
  return found
}
