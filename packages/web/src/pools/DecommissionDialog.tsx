import {
  formatBytes,
  listPoolDrives,
  listPools,
  type Pool,
  type Rebalance,
  startDecommission,
} from '@cooperage/contract'
import { Switch } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { useChange } from '../shared/api/use-change.ts'
import { ConfirmDialog } from '../shared/ConfirmDialog.tsx'
import layout from '../shared/layout.module.css'
import { StateMark } from '../shared/StateMark.tsx'
import { CONDITIONS, checkDecommission, obstacleOf } from './decommission-check.ts'

interface DecommissionDialogProps {
  pool: Pool
  pools: readonly Pool[]
  rebalance: Rebalance | undefined
  onClose: () => void
}

/** Says what a decommission does and what it needs, and has the pool's argument typed. */
export function DecommissionDialog({ pool, pools, rebalance, onClose }: DecommissionDialogProps) {
  const t = useTexts('pools')
  const number = pool.id + 1
  const [startsAnyway, setStartsAnyway] = useState(false)
  const check = checkDecommission(pool, pools, rebalance)
  const obstacle = obstacleOf(check)
  const isShort = check.met.space === false
  const start = useChange(startDecommission, {
    changes: [listPools, listPoolDrives],
    notice: t('decommission.started', { number }),
    onDone: onClose,
  })
  const sizes = { used: formatBytes(check.usedBytes), free: formatBytes(check.freeBytes) }
  return (
    <ConfirmDialog
      title={t('decommission.title', { number })}
      confirmLabel={t('decommission.action')}
      typedName={pool.cmdline}
      disabledReason={
        obstacle
          ? t(`decommission.obstacles.${obstacle}`)
          : isShort && !startsAnyway
            ? t('decommission.anywayMissing')
            : undefined
      }
      call={start}
      onConfirm={() => start.mutate({ body: { pool: pool.cmdline } })}
      onClose={onClose}
    >
      <p>{t('decommission.what')}</p>
      <ul className={layout.bullets}>
        {CONDITIONS.map((condition) => {
          const met = check.met[condition]
          const [tone, word] =
            met === undefined
              ? (['muted', 'notKnown'] as const)
              : met
                ? (['good', 'met'] as const)
                : (['warn', 'notMet'] as const)
          return (
            <li key={condition}>
              {t(`decommission.conditions.${condition}`, sizes)}{' '}
              <StateMark tone={tone} text={t(`decommission.${word}`)} />
            </li>
          )
        })}
      </ul>
      {isShort && (
        <Switch
          label={t('decommission.anyway')}
          description={t('decommission.anywayHint')}
          checked={startsAnyway}
          onChange={(event) => setStartsAnyway(event.currentTarget.checked)}
        />
      )}
    </ConfirmDialog>
  )
}
