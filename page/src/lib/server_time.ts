/** The server's time minus this device's, in milliseconds, from the last response. */
let offset = 0

/** Notes the server's time from the Date header of a response, which has whole seconds. */
export function noteServerTime(header: string | null | undefined, now = Date.now()): void {
  const time = Date.parse(header ?? '')
  if (!Number.isNaN(time) && Math.abs(time - now - offset) > 1500) offset = time - now
}

/** The server's time now, in milliseconds since 1970. */
export const serverTime = (now = Date.now()): number => now + offset
