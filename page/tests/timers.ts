/** Stops the timers that a test file leaves: plain tests share one worker, and a late timer would run during another file. */
import { afterAll } from 'vitest'

const { setTimeout: timeout, setInterval: interval } = globalThis
const started = new Set<ReturnType<typeof setTimeout>>()

function noting<F extends (...given: never[]) => ReturnType<typeof setTimeout>>(start: F): F {
  const noted = (...given: Parameters<F>): ReturnType<typeof setTimeout> => {
    const timer = start(...given)
    started.add(timer)
    return timer
  }
  return Object.assign(noted, start) as unknown as F
}

globalThis.setTimeout = noting(timeout)
globalThis.setInterval = noting(interval)
afterAll(() => {
  for (const timer of started) clearTimeout(timer)
  Object.assign(globalThis, { setTimeout: timeout, setInterval: interval })
})
