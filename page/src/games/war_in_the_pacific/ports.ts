import { counted } from '../../lib/words'
import { hexOf, NOWHERE } from './grid'
import { frameOf, type Now } from './play_view'

/** 8.41 In a searched enemy port the number of capital ships and carriers is known. */

export interface PortSeen {
  /** the port's id in the view */
  id: string
  hex: number
  capital: number
  carriers: number
}

/** The searched ports, those with capital ships or carriers first. */
export function portsSeen(now: Now): PortSeen[] {
  const { capital_in_port: capital, carriers_in_port: carriers } = now.view.arrays
  const seen = Object.entries(capital ?? {}).map(([id, many]): PortSeen => ({ id, hex: hexOf(id), capital: Number(many), carriers: Number(carriers?.[id] ?? 0) }))
  return seen.filter((port) => port.capital >= 0 && port.hex !== NOWHERE).toSorted((a, b) => great(b) - great(a))
}
const great = (port: PortSeen): number => Math.max(port.capital, port.carriers)

export const portSeen = (now: Now, hex: number): PortSeen | undefined => portsSeen(now).find((port) => port.hex === hex)

/** "2 capital ships, 1 carrier". */
export const portWords = ({ capital, carriers }: PortSeen): string =>
  [capital ? counted(capital, 'capital ship') : '', carriers ? counted(carriers, 'carrier') : ''].filter(Boolean).join(', ') || 'no capital ship or carrier'

/** The same for a hex, as used elsewhere; undefined if no port was seen. */
export function seenInPort(now: Now, hex: number): string {
  const port = portSeen(now, hex)
  return port ? `${portWords(port)} seen in port` : ''
}

/** 20.11 The known ships in the port that a wave aims at. */
export function aimedPort(now: Now): string {
  const at = now.view.arrays['wave_at']?.[String(frameOf(now.view, 'aiming')?.['wave'] ?? '')]
  const said = typeof at === 'string' ? seenInPort(now, hexOf(at)) : ''
  return said && `Known before: ${said} (8.41).`
}
