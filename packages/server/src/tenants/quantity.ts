const FACTORS: Record<string, number> = {
  m: 0.001,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  P: 1e15,
  E: 1e18,
  Ki: 1024,
  Mi: 1024 ** 2,
  Gi: 1024 ** 3,
  Ti: 1024 ** 4,
  Pi: 1024 ** 5,
  Ei: 1024 ** 6,
}

/** A Kubernetes quantity as a number, rounded up: `100Gi`, `1.5Ti`, `1e3`. 0 if it is absent or can't be read. */
export function quantity(value: string | number | undefined): number {
  if (typeof value === 'number') return value
  const match = /^([+-]?\d*\.?\d+(?:[eE][+-]?\d+)?)(m|k|M|G|T|P|E|[KMGTPE]i)?$/.exec(value ?? '')
  if (match === null) return 0
  const number = Math.ceil(Number(match[1]) * (FACTORS[match[2] ?? ''] ?? 1))
  return Math.min(number, Number.MAX_SAFE_INTEGER)
}
