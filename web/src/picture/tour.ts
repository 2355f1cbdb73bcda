// From one linear projection to another along the shortest way.
//
// Two projections have weights Wa and Wb (inputs × 2), Wa = Fa Ra and Wb = Fb Rb with
// orthonormal F and upper triangular R. With Faᵀ Fb = U cosΘ Vᵀ, the principal directions
// Fa U and Fb V lie in pairs at the angles θ, and each pair moves along its arc:
//
//   g(t) = (sin((1−t)θ) ga + sin(tθ) gb) / sinθ
//
// while the rotation goes from Uᵀ to Vᵀ and the scale from Ra to Rb. All of it is linear in
// za = x Wa and zb = x Wb, so that z(t) = za A(t) + zb B(t) with 2 × 2 matrices, z(0) = za
// and z(1) = zb. A component whose sign is against the motion is turned round at its end.

/** [[a, b], [c, d]] by rows; z is a row and stands to its left. */
export type Matrix = [number, number, number, number]

export interface Step { A: Matrix; B: Matrix }

/** Where the way is at t, from 0 to 1. */
export type Path = (t: number) => Step

export const identity: Matrix = [1, 0, 0, 1]
export const zero: Matrix = [0, 0, 0, 0]

export const times = (p: Matrix, q: Matrix): Matrix => [
  p[0] * q[0] + p[1] * q[2], p[0] * q[1] + p[1] * q[3],
  p[2] * q[0] + p[3] * q[2], p[2] * q[1] + p[3] * q[3],
]
const product = (...all: Matrix[]) => all.reduce(times)
const transpose = (m: Matrix): Matrix => [m[0], m[2], m[1], m[3]]
const diagonal = (a: number, d: number): Matrix => [a, 0, 0, d]
const rotation = (angle: number): Matrix => [Math.cos(angle), -Math.sin(angle), Math.sin(angle), Math.cos(angle)]
const inverse = ([a, b, c, d]: Matrix): Matrix => {
  const det = a * d - b * c
  return [d / det, -b / det, -c / det, a / det]
}

/** The straight way, which is a way of points but not of projections. */
export const blend: Path = (t) => ({ A: diagonal(1 - t, 1 - t), B: diagonal(t, t) })

/** Pᵀ Q of weights that hold two numbers an input. */
function gram(P: Float32Array, Q: Float32Array): Matrix {
  const sum: Matrix = [0, 0, 0, 0]
  for (let j = 0; j < P.length; j += 2) {
    sum[0] += P[j] * Q[j]
    sum[1] += P[j] * Q[j + 1]
    sum[2] += P[j + 1] * Q[j]
    sum[3] += P[j + 1] * Q[j + 1]
  }
  return sum
}

/** R of W = F R, from WᵀW = RᵀR; null if the columns of W are as good as dependent. */
function triangle([a, b, , d]: Matrix): Matrix | null {
  const r = Math.sqrt(a)
  const s = Math.sqrt(d - (b / r) ** 2)
  return r > 0 && s > 1e-6 * Math.sqrt(d) ? [r, b / r, 0, s] : null
}

/** C = rotation(left) · diag(s) · rotation(right); the second of s may be negative. */
function decompose([a, b, c, d]: Matrix) {
  const [E, F, G, H] = [(a + d) / 2, (a - d) / 2, (c + b) / 2, (c - b) / 2]
  const [Q, R] = [Math.hypot(E, H), Math.hypot(F, G)]
  const turn = Math.atan2(H, E) // left + right
  const skew = Math.atan2(G, F)
  const angle = (s: number) => Math.acos(Math.min(1, Math.max(-1, s)))
  return { left: (turn + skew) / 2, right: (turn - skew) / 2, turn, angles: [angle(Q + R), angle(Q - R)] }
}

/** Shares of both ends on the arc between two directions at an angle. */
export function arc(angle: number, t: number): [number, number] {
  if (angle < 1e-4) return [1 - t, t]
  return [Math.sin((1 - t) * angle) / Math.sin(angle), Math.sin(t * angle) / Math.sin(angle)]
}

const between = (a: number, b: number, t: number) => a * (1 - t) + b * t
const growth = (a: number, b: number, t: number) => a * (b / a) ** t

const motionEnds = 0.7 // of the way, where components are turned round after it

/** After the motion, components of sign −1 are turned round: both by half a turn, one as if it were seen from its side. */
function turnedRound(path: Path, signs: [number, number]): Path {
  if (signs[0] > 0 && signs[1] > 0) return path
  return (t) => {
    const { A, B } = path(Math.min(1, t / motionEnds))
    const angle = Math.PI * Math.max(0, (t - motionEnds) / (1 - motionEnds))
    const flip = signs[0] < 0 && signs[1] < 0 ? rotation(angle) : diagonal(signs[0] < 0 ? Math.cos(angle) : 1, signs[1] < 0 ? Math.cos(angle) : 1)
    return { A: times(A, flip), B: times(B, flip) }
  }
}

/** The way between two planes, of weights that hold two numbers an input. */
export function planes(Wa: Float32Array, Wb: Float32Array): Path {
  const Ra = triangle(gram(Wa, Wa))
  const Rb = triangle(gram(Wb, Wb))
  if (!Ra || !Rb || Wa.length !== Wb.length) return blend
  const FaFb = product(transpose(inverse(Ra)), gram(Wa, Wb), inverse(Rb))

  const ways = ([[1, 1], [-1, -1], [-1, 1], [1, -1]] as [number, number][]).map((signs) => {
    const parts = decompose(times(FaFb, diagonal(...signs)))
    const flips = signs[0] < 0 || signs[1] < 0 ? 1 : 0
    return { signs, parts, length: parts.angles[0] ** 2 + parts.angles[1] ** 2 + parts.turn ** 2 + flips }
  })
  const { signs, parts } = ways.reduce((best, way) => (way.length < best.length ? way : best))

  const S = diagonal(...signs)
  const fromA = times(inverse(Ra), rotation(parts.left)) // za · this = x Fa U
  const fromB = product(inverse(Rb), S, rotation(-parts.right)) // zb · this = x Fb S V
  const [[a, b, , d], [e, f, , h]] = [Ra, product(S, Rb, S)]
  return turnedRound((t) => {
    const [[p, r], [q, s]] = parts.angles.map((angle) => arc(angle, t))
    const M = times(rotation(between(-parts.left, parts.right, t)), [growth(a, e, t), between(b, f, t), 0, growth(d, h, t)])
    return { A: product(fromA, diagonal(p, q), M), B: product(fromB, diagonal(r, s), M) }
  }, signs)
}

/** The way between two lines, the first of the two numbers of each input; the second coordinate is kept. */
export function lines(Wa: Float32Array, Wb: Float32Array): Path {
  const [a, b] = [Math.sqrt(gram(Wa, Wa)[0]), Math.sqrt(gram(Wb, Wb)[0])]
  if (!(a > 0 && b > 0) || Wa.length !== Wb.length) return blend
  const cosine = gram(Wa, Wb)[0] / (a * b)
  const sign = cosine < 0 ? -1 : 1
  const angle = Math.acos(Math.min(1, Math.abs(cosine)))
  return turnedRound((t) => {
    const [p, q] = arc(angle, t)
    const r = growth(a, b, t)
    return { A: diagonal((p * r) / a, 1 - t), B: diagonal((sign * q * r) / b, t) }
  }, [sign, 1])
}
