/** Symbols of terrain, drawn into the current path around a point; z is about a fifth of a hex's height. */

type Pen = CanvasRenderingContext2D
type Sign = (c: Pen, x: number, y: number, z: number) => void

const FRONDS = [[-0.95, 0.05, -0.6, -0.75], [0.95, 0.05, 0.6, -0.75], [-0.6, -0.95, -0.42, -0.62], [0.62, -0.95, 0.42, -0.62]] as const

export const palm: Sign = (c, x, y, z) => {
  c.moveTo(x + z * 0.1, y + z)
  c.quadraticCurveTo(x + z * 0.12, y + z * 0.2, x, y - z * 0.35)
  for (const [dx, dy, mx, my] of FRONDS) {
    c.moveTo(x, y - z * 0.35)
    c.quadraticCurveTo(x + mx * z, y + my * z, x + dx * z, y + dy * z)
  }
}
const peak: Sign = (c, x, y, z) => {
  c.moveTo(x - z, y + z * 0.7)
  c.lineTo(x - z * 0.1, y - z * 0.8)
  c.lineTo(x + z * 0.8, y + z * 0.7)
  c.moveTo(x - z * 0.1, y - z * 0.8)
  c.lineTo(x + z * 0.12, y + z * 0.05)
}
const hill: Sign = (c, x, y, z) => {
  c.moveTo(x - z, y + z * 0.4)
  c.quadraticCurveTo(x - z * 0.2, y - z * 0.9, x + z * 0.7, y + z * 0.4)
}
const tuft: Sign = (c, x, y, z) => {
  c.moveTo(x - z * 0.5, y)
  c.lineTo(x + z * 0.5, y)
  c.moveTo(x, y)
  c.lineTo(x, y - z * 0.42)
}
const dot: Sign = (c, x, y, z) => {
  c.moveTo(x + 1, y)
  c.arc(x, y, Math.max(0.7, z * 0.1), 0, 7)
}

/** By terrain; clear ground has none. */
export const SIGNS: Readonly<Record<string, Sign>> = {
  mountain: (c, x, y, z) => {
    peak(c, x - z * 0.5, y - z * 0.25, z * 0.95)
    peak(c, x + z, y + z * 0.45, z * 0.6)
  },
  'jungle mountain': (c, x, y, z) => {
    peak(c, x - z * 0.55, y, z * 0.95)
    palm(c, x + z * 1.05, y + z * 0.2, z * 0.62)
  },
  jungle: (c, x, y, z) => {
    palm(c, x - z * 0.8, y - z * 0.2, z * 0.66)
    palm(c, x + z * 0.75, y + z * 0.35, z * 0.66)
  },
  rough: (c, x, y, z) => {
    hill(c, x - z * 0.5, y - z * 0.35, z * 0.75)
    hill(c, x + z * 0.75, y + z * 0.4, z * 0.75)
  },
  swamp: (c, x, y, z) => {
    tuft(c, x - z, y - z * 0.3, z)
    tuft(c, x + z * 0.5, y + z * 0.3, z)
    tuft(c, x - z * 0.4, y + z * 0.8, z)
  },
  desert: (c, x, y, z) => {
    dot(c, x - z * 0.8, y - z * 0.2, z)
    dot(c, x + z * 0.1, y + z * 0.5, z)
    dot(c, x + z * 0.8, y - z * 0.5, z)
  },
  atoll: (c, x, y, z) => {
    c.moveTo(x + z * 0.7, y)
    c.ellipse(x, y, z * 0.7, z * 0.5, 0, 0, 7)
  },
}
