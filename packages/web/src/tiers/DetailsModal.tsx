import { listTierRules, tierStatistics, verifyTier } from '@cooperage/contract'
import { useTexts } from '../messages/use-texts.ts'
import { useApiMutation, useApiQuery } from '../shared/api/use-api.ts'
import { showNotice } from '../shared/feedback/messages.ts'
import layout from '../shared/layout.module.css'
import { ModalForm } from '../shared/ModalForm.tsx'
import { Bytes } from '../shared/text/Bytes.tsx'
import { formatCount } from '../shared/text/numbers.ts'
import { plainName } from '../shared/text/visible-name.ts'
import type { TierRow } from './TierList.tsx'
import { TierUses } from './TierUses.tsx'
import classes from './tiers.module.css'

/** What a tier contains, which rules use it, and whether its connection works. */
export function DetailsModal({ tier, onClose }: { tier: TierRow; onClose: () => void }) {
  const t = useTexts('tiers')
  const name = plainName(tier.name)
  const statistics = useApiQuery(tierStatistics, {}, { staleTime: 0 })
  const uses = useApiQuery(listTierRules, { params: { name: tier.name } }, { staleTime: 0 })
  const verify = useApiMutation(verifyTier, { onSuccess: () => showNotice(t('details.works', { name })) })
  const usage = statistics.data?.items.find((one) => one.name === tier.name)
  return (
    <ModalForm
      title={t('details.title', { name })}
      onClose={onClose}
      closeLabel={t('details.close')}
      onSubmit={() => verify.mutate({ params: { name: tier.name } })}
      submitLabel={t('details.verify')}
      call={verify}
    >
      <section className={classes.section}>
        <h3 className={layout.subheading}>{t('details.usage')}</h3>
        {usage && (
          <dl className={layout.facts}>
            <dt>{t('details.objects')}</dt>
            <dd>{formatCount(usage.objects)}</dd>
            <dt>{t('details.versions')}</dt>
            <dd>{formatCount(usage.versions)}</dd>
            <dt>{t('details.size')}</dt>
            <dd>
              <Bytes bytes={usage.bytes} />
            </dd>
          </dl>
        )}
        {statistics.error && <p>{statistics.error.message}</p>}
        {statistics.data && <p className={layout.note}>{t(usage ? 'details.counted' : 'details.notCounted')}</p>}
      </section>
      <section className={classes.section}>
        <h3 className={layout.subheading}>{t('details.rules')}</h3>
        {uses.isPending && <p role="status">{t('details.loading')}</p>}
        {uses.error && <p>{uses.error.message}</p>}
        {uses.data && <TierUses uses={uses.data} />}
      </section>
    </ModalForm>
  )
}
