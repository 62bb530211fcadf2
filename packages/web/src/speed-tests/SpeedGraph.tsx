import type { SpeedTest } from '@cooperage/contract'
import { useTexts } from '../messages/use-texts.ts'
import { LineGraph } from './index.ts'
import classes from './speed-tests.module.css'

interface SpeedGraphProps {
  title: string
  kind: SpeedTest
  samples: readonly { time: number; write: number | null; read: number | null }[]
}

/** Rates over time. */
export function SpeedGraph({ title, kind, samples }: SpeedGraphProps) {
  const t = useTexts('speedTests')
  const lines = (['write', 'read'] as const)
    .map((name) => ({
      name: t(`rates.${kind}.${name}`),
      points: samples.flatMap(({ time, [name]: value }) => (value === null ? [] : [{ time, value }])),
    }))
    .filter(({ points }) => points.length > 0)
  const times = samples.map(({ time }) => time)
  return (
    <div className={classes.chart}>
      <LineGraph
        definition={{ title, unit: 'bytesPerSecond' }}
        lines={lines}
        bounds={{ start: Math.min(...times), end: Math.max(...times) }}
        onZoom={ignoreZoom}
      />
    </div>
  )
}

const ignoreZoom = () => {}
