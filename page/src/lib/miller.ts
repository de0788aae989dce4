/** Miller's cylindrical projection, in degrees at the equator: x is the longitude itself, so east is always right
 * and north always up, and shapes are correct within 2.3 % between 20° N and 20° S. */

const RAD = Math.PI / 180

/** @param lat degrees north, -90 to 90 */
export const millerY = (lat: number): number => (1.25 * Math.log(Math.tan(Math.PI / 4 + 0.4 * lat * RAD))) / RAD

/** The latitude at y. */
export const millerLat = (y: number): number => (Math.atan(Math.exp((y * RAD) / 1.25)) - Math.PI / 4) / 0.4 / RAD
