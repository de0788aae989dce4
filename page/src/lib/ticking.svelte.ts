import { timeLeft, untilNextText, type ClockState } from './clocks'
import { serverTime } from './server_time'

/** The server's time for a component that shows clocks: it changes when the text of a running clock does. */
export function ticking(clocks: () => readonly ClockState[], also: () => number | null = () => null): { readonly now: number } {
  let now = $state(serverTime())
  $effect(() => {
    const shown = clocks()
    const moment = also()
    let timer: ReturnType<typeof setTimeout> | undefined
    const tick = (): void => {
      const time = serverTime()
      now = time
      const next = shown.flatMap((one) => (one.since === null ? [] : [untilNextText(timeLeft(one, time))]))
      if (moment !== null && moment > time) next.push(moment - time)
      // Longer waits do not fit into a timer.
      if (next.length) timer = setTimeout(tick, Math.min(3_600_000, Math.max(50, Math.min(...next))))
    }
    tick()
    return () => clearTimeout(timer)
  })
  return {
    get now() {
      return now
    },
  }
}
