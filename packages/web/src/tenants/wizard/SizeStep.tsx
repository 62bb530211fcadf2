import { formatBytes, type SizeUnit } from '@cooperage/contract'
import { NativeSelect } from '@mantine/core'
import { useTexts } from '../../messages/use-texts.ts'
import layout from '../../shared/layout.module.css'
import { formatCount } from '../../shared/text/numbers.ts'
import { NumberInput } from '../NumberInput.tsx'
import classes from '../tenants.module.css'
import type { StepProps } from './fields.tsx'
import type { WizardFacts } from './use-facts.ts'
import { sizeOf } from './validity.ts'

const UNITS: readonly SizeUnit[] = ['Gi', 'Ti', 'Pi']

export function SizeStep(props: StepProps & Pick<WizardFacts, 'parityError' | 'memoryError'>) {
  const { form, change, facts, problems, parityError, memoryError } = props
  const t = useTexts('tenantWizard')
  const { distribution, erasureCode, memory, totalBytes } = sizeOf(form, facts)
  // One message about a value is enough.
  const sizeProblem = problems.volumeSize ? undefined : problems.size
  return (
    <>
      <div className={classes.pair}>
        <NumberInput
          label={t('size.nodes')}
          value={form.nodes}
          onChange={(nodes) => change({ nodes })}
          error={problems.nodes}
          min={4}
        />
        <NumberInput
          label={t('size.drives')}
          value={form.drivesPerServer}
          onChange={(drivesPerServer) => change({ drivesPerServer })}
          error={problems.drivesPerServer}
        />
        <NumberInput
          label={t('size.total')}
          value={form.volumeSize}
          onChange={(volumeSize) => change({ volumeSize })}
          error={problems.volumeSize ?? sizeProblem}
        />
        <NativeSelect
          label={t('size.unit')}
          data={[...UNITS]}
          value={form.sizeFactor}
          onChange={(event) => change({ sizeFactor: UNITS.find((unit) => unit === event.currentTarget.value) ?? 'Gi' })}
        />
        <NativeSelect
          label={t('size.parity')}
          data={[...facts.parityChoices]}
          disabled={facts.parityChoices.length === 0}
          error={parityError ? t('size.parityFailed', { reason: parityError.message }) : undefined}
          value={form.ecParity}
          onChange={(event) => change({ ecParity: event.currentTarget.value })}
        />
        <NumberInput
          label={t('size.memory')}
          description={facts.maxMemory ? t('size.maxMemory', { max: formatBytes(facts.maxMemory) }) : undefined}
          value={form.memoryNode}
          onChange={(memoryNode) => change({ memoryNode })}
          error={problems.memoryNode ?? problems.memory}
          min={2}
        />
      </div>
      {memoryError && (
        <p className={layout.note}>
          {t(facts.maxMemory === undefined ? 'size.memoryUnchecked' : 'size.memoryFailed', {
            reason: memoryError.message,
          })}
        </p>
      )}
      {distribution.error === '' && (
        <section className={layout.card} aria-label={t('size.results')}>
          <h2 className={layout.heading}>{t('size.results')}</h2>
          <dl className={layout.facts}>
            <dt>{t('size.volumes')}</dt>
            <dd>{formatCount(distribution.volumes)}</dd>
            <dt>{t('size.volumeSize')}</dt>
            <dd>{formatBytes(distribution.volumeBytes)}</dd>
            <dt>{t('size.raw')}</dt>
            <dd>{formatBytes(totalBytes)}</dd>
            {erasureCode && (
              <>
                <dt>{t('size.usable')}</dt>
                <dd>{formatBytes(erasureCode.usableBytes)}</dd>
                <dt>{t('size.serverFailures')}</dt>
                <dd>{formatCount(erasureCode.serverFailures)}</dd>
              </>
            )}
            {memory.error === '' && (
              <>
                <dt>{t('size.memoryRequest')}</dt>
                <dd>{formatBytes(memory.request)}</dd>
                <dt>{t('size.memoryLimit')}</dt>
                <dd>{formatBytes(memory.limit)}</dd>
              </>
            )}
          </dl>
        </section>
      )}
    </>
  )
}
