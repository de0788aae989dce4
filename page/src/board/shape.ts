import { signOf, type Side, type Sign } from './sides'

/** The outline of a counter of `size` pixels: round corners for the disc, cut corners for the star. */
export function body(side: Side, size: number): string {
  const s = size
  if (signOf(side) === 'disc') {
    const r = s * 0.15
    const arc = (x: number, y: number): string => `A${r} ${r} 0 0 1 ${x} ${y}`
    return `M${r} 0H${s - r}${arc(s, r)}V${s - r}${arc(s - r, s)}H${r}${arc(0, s - r)}V${r}${arc(r, 0)}Z`
  }
  const c = s * 0.14
  return `M${c} 0H${s - c}L${s} ${c}V${s - c}L${s - c} ${s}H${c}L0 ${s - c}V${c}Z`
}

const turn = (points: number, radius: (i: number) => number): string =>
  `M${Array.from({ length: points }, (_, i) => {
    const a = (i * 2 * Math.PI) / points
    return `${(radius(i) * Math.sin(a)).toFixed(1)} ${(-radius(i) * Math.cos(a)).toFixed(1)}`
  }).join('L')}Z`

/** The toothed badge of damage, around its own centre. */
export const TEETH = turn(24, (i) => (i % 2 ? 9.2 : 12.5))

/** The symbol of a side at small scale: a disc, or a star wide enough for a number. */
export const FAR_SIGN: Record<Sign, string> = {
  disc: 'M-10 0A10 10 0 0 1 10 0A10 10 0 0 1 -10 0Z',
  star: turn(10, (i) => (i % 2 ? 8.2 : 13.5)),
}
