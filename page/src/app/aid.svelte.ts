import { api, type PlayerAid } from './api'
import type { Desk } from './game'

/** The player aid of a match. It is fetched again after each change, because the current step of the turn may differ. */
export class Aid {
  told = $state.raw<PlayerAid>()
  wrong = $state('')
  #known = ''

  constructor(private readonly desk: Desk) {}

  want(): void {
    const { id, home } = this.desk
    const now = `${home.eyes} ${home.sight.seq}`
    if (now === this.#known) return
    this.#known = now
    api.aid(id, home.eyes).then(
      (told) => now === this.#known && ([this.told, this.wrong] = [told, '']),
      (fault: unknown) => {
        this.#known = ''
        this.wrong = fault instanceof Error ? fault.message : String(fault)
      },
    )
  }
}

const aids = new WeakMap<Desk, Aid>()

export function aidOf(desk: Desk): Aid {
  const found = aids.get(desk) ?? new Aid(desk)
  aids.set(desk, found)
  return found
}
