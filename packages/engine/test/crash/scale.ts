import { Random } from './random.ts'

/** The factor over the quick run (at least 1), and the seed of all random numbers. Both are read from the environment and printed. */
export function scaleAndSeed(name: string): { scale: number; random: Random } {
  const scale = Math.max(1, Number(process.env.COOPERAGE_TEST_SCALE ?? 1))
  const seed = Number(process.env.COOPERAGE_TEST_SEED ?? Math.floor(Math.random() * 2 ** 32))
  process.stdout.write(`${name}: COOPERAGE_TEST_SEED=${seed} COOPERAGE_TEST_SCALE=${scale}\n`)
  return { scale, random: new Random(seed) }
}
