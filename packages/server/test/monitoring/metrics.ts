/** The samples of a text in Prometheus's format, by name and labels as they are written. */
export function samplesOf(text: string): Map<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(' ')
      return [line.slice(0, at), Number(line.slice(at + 1))]
    }),
  )
}

/** Names of all samples. */
export function namesOf(text: string): Set<string> {
  return new Set([...samplesOf(text).keys()].map((sample) => sample.replace(/\{.*/, '')))
}

/** The sum of the samples of a name whose labels contain all of these. */
export function sumOf(text: string, name: string, ...labels: string[]): number {
  let sum = 0
  for (const [sample, value] of samplesOf(text)) {
    const isMeant = sample === name || sample.startsWith(`${name}{`)
    if (isMeant && labels.every((label) => sample.includes(label))) sum += value
  }
  return sum
}
