export interface Drawn {
  west: number
  top: number
  scale: number
  land: string
  islets: string
  borders: string
}
export function charts(): Record<string, Drawn>
