import { api, type Eyes } from './api'

const FIRST_WAIT = 500 // milliseconds before the first try to come back
const MOST_WAIT = 15_000

interface Hearing {
  /** the sight of these eyes has changed, to the one of this mark */
  changed: (mark?: string) => void
  /** whether the line holds */
  on: (on: boolean) => void
  /** the match was deleted */
  gone: () => void
}

/** Hears of a match as it goes on, and comes back by itself when the line breaks. Gives the way to leave.
 * @param sits  the side that sits here, where the eyes do not say it */
export function listen(id: string, side: Eyes, hearing: Hearing, sits = ''): () => void {
  let socket: WebSocket | undefined
  let wait = FIRST_WAIT
  let timer: ReturnType<typeof setTimeout> | undefined
  let left = false

  function open(): void {
    clearTimeout(timer)
    socket = new WebSocket(api.live(id, side, sits))
    socket.onopen = () => {
      wait = FIRST_WAIT
      hearing.on(true)
    }
    socket.onmessage = ({ data }) => {
      const told = JSON.parse(String(data)) as { seq?: number; mark?: string; gone?: boolean; error?: unknown }
      if (told.gone) {
        left = true
        hearing.gone()
      } else if (!told.error) hearing.changed(told.mark)
    }
    socket.onclose = () => {
      if (left) return
      hearing.on(false)
      timer = setTimeout(open, wait)
      wait = Math.min(wait * 2, MOST_WAIT)
    }
  }
  const back = (): void => {
    if (!left && socket?.readyState === WebSocket.CLOSED) open()
  }
  addEventListener('online', back)
  open()
  return () => {
    left = true
    clearTimeout(timer)
    removeEventListener('online', back)
    socket?.close()
  }
}
