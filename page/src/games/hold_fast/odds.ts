/** The exact odds of fights by the game's own factors (3.0.3, 8.1.4, 8.4.2, 8.8.4). */

function choose(n: number, k: number): number {
  let ways = 1
  for (let i = 0; i < k; i++) ways = (ways * (n - i)) / (i + 1)
  return ways
}

/** The outcome for a unit under fire of a number of dice. */
export interface Fate {
  sunk: number
  disabled: number
  damaged: number
  unharmed: number
}

/** 3.0.3, 8.1.4, 8.1.5 Sunk, else disabled by a 1, else damaged, else unharmed. */
export function fate(dice: number, hitOn: number, strength: number): Fate {
  const hit = (7 - hitOn) / 6
  const blank = 1 - hit - 1 / 6 // neither a hit nor a 1
  let [disabled, damaged, unharmed] = [0, 0, 0]
  for (let k = 0; k < Math.min(strength, dice + 1); k++) {
    const all = choose(dice, k) * hit ** k * (1 - hit) ** (dice - k)
    const quiet = choose(dice, k) * hit ** k * blank ** (dice - k)
    disabled += all - quiet
    if (k) damaged += quiet
    else unharmed += quiet
  }
  return { sunk: Math.max(0, 1 - disabled - damaged - unharmed), disabled, damaged, unharmed }
}

/** 8.4.2 The probability that a side gets the combat it wants with a given bonus over the other; ties roll again. */
export function winsRoll(ahead: number): number {
  let [won, lost] = [0, 0]
  for (let mine = 1; mine <= 6; mine++) {
    for (let theirs = 1; theirs <= 6; theirs++) {
      if (mine + ahead > theirs) won++
      else if (mine + ahead < theirs) lost++
    }
  }
  return won / (won + lost)
}

/** 8.8.4 The probability that transports of a given total strength take a base defended only by its garrison. */
export function takesBase(strength: number): number {
  if (strength <= 0) return 0
  const clears = 1 - (5 / 6) ** strength
  const hit = 1 / 6
  const stays = clears * (1 - hit) + clears * hit * Number(strength > 1)
  const again = (1 - clears) * (1 - hit)
  return (stays + (1 - clears) * hit * takesBase(strength - 1)) / (1 - again)
}
