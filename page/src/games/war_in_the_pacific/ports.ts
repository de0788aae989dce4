import { counted } from '../../lib/text'
import { hexOf, NOWHERE } from './grid'
import { frameOf, type KnownPosition } from './play_view'

/** 8.41 In a searched enemy port the number of capital ships and carriers is known. */

export interface PortSeen {
  /** the port's id in the view */
  id: string
  hex: number
  capital: number
  carriers: number
}

/** The searched ports, those with capital ships or carriers first. */
export function portsSeen(position: KnownPosition): PortSeen[] {
  const { capital_in_port: capital, carriers_in_port: carriers } = position.view.arrays
  const seen = Object.entries(capital ?? {}).map(([id, many]): PortSeen => ({ id, hex: hexOf(id), capital: Number(many), carriers: Number(carriers?.[id] ?? 0) }))
  return seen.filter((port) => port.capital >= 0 && port.hex !== NOWHERE).toSorted((a, b) => largestCount(b) - largestCount(a))
}
const largestCount = (port: PortSeen): number => Math.max(port.capital, port.carriers)

export const portSeen = (position: KnownPosition, hex: number): PortSeen | undefined => portsSeen(position).find((port) => port.hex === hex)

/** "2 capital ships, 1 carrier". */
export const portText = ({ capital, carriers }: PortSeen): string =>
  [capital ? counted(capital, 'capital ship') : '', carriers ? counted(carriers, 'carrier') : ''].filter(Boolean).join(', ') || 'no capital ship or carrier'

/** The same for a hex, as used elsewhere; undefined if no port was seen. */
export function seenInPort(position: KnownPosition, hex: number): string {
  const port = portSeen(position, hex)
  return port ? `${portText(port)} seen in port` : ''
}

/** 20.11 The known ships in the port that a wave aims at. */
export function aimedPort(position: KnownPosition): string {
  const at = position.view.arrays['wave_at']?.[String(frameOf(position.view, 'aiming')?.['wave'] ?? '')]
  const said = typeof at === 'string' ? seenInPort(position, hexOf(at)) : ''
  return said && `Known before: ${said} (8.41).`
}
