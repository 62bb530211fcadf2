import { listTierRules, listTiers, removeTier } from '@cooperage/contract'
import { useTexts } from '../messages/use-texts.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import { DeletionDialog } from '../shared/DeletionDialog.tsx'
import layout from '../shared/layout.module.css'
import { plainName } from '../shared/text/visible-name.ts'
import { TierUses } from './TierUses.tsx'
import classes from './tiers.module.css'

/** Removes a tier that neither rules nor objects use. Servers check only the objects. */
export function RemoveTierDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const t = useTexts('tiers')
  const uses = useApiQuery(listTierRules, { params: { name } }, { staleTime: 0 })
  const isUsed = uses.data !== undefined && uses.data.rules.length > 0
  const blocked = () => {
    if (uses.isPending) return t('remove.checking')
    return isUsed ? t('remove.inUse') : undefined
  }
  return (
    <DeletionDialog
      title={t('remove.title', { name: plainName(name) })}
      confirmLabel={t('remove.action')}
      route={removeTier}
      input={{ params: { name } }}
      changes={[listTiers]}
      notice={t('remove.removed', { name: plainName(name) })}
      disabledReason={blocked()}
      error={uses.error}
      onClose={onClose}
    >
      <p>{t('remove.note')}</p>
      <section className={classes.section}>
        <h3 className={layout.subheading}>{t('details.rules')}</h3>
        {uses.isPending && <p role="status">{t('details.loading')}</p>}
        {uses.data && <TierUses uses={uses.data} />}
        {isUsed && <p>{t('remove.inUse')}</p>}
      </section>
    </DeletionDialog>
  )
}
