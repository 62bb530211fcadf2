import { getTenant, getTenantSecurity, setTenantSecurity, type TenantCertificate } from '@cooperage/contract'
import { Switch } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { useApiQuery } from '../../shared/api/use-api.ts'
import { useChange } from '../../shared/api/use-change.ts'
import { ConfirmDialog } from '../../shared/ConfirmDialog.tsx'
import { ErrorState } from '../../shared/ErrorState.tsx'
import { ExplainedButton } from '../../shared/ExplainedButton.tsx'
import { Loading } from '../../shared/Loading.tsx'
import layout from '../../shared/layout.module.css'
import { formatDate } from '../../shared/text/numbers.ts'
import { useDialogs } from '../../shared/use-dialogs.tsx'
import { CertificateEntries, chosenAuthorities, completePairs, emptyEntry } from '../CertificateEntries.tsx'
import { useDenied } from '../index.ts'
import classes from '../tenants.module.css'

interface Place {
  namespace: string
  tenant: string
}

export function SecurityTab(place: Place) {
  const security = useApiQuery(getTenantSecurity, { params: place })
  const [version, setVersion] = useState(0)
  if (security.error && !security.data) {
    return (
      <ErrorState error={security.error} onRetry={() => void security.refetch()} isRetrying={security.isFetching} />
    )
  }
  if (!security.data) return <Loading />
  // The key resets the form after it was saved.
  return <SecurityForm key={version} {...place} stored={security.data} onSaved={() => setVersion(version + 1)} />
}

interface SecurityFormProps extends Place {
  stored: {
    autoCert: boolean
    customCertificates: Record<'minio' | 'minioCAs' | 'console' | 'consoleCAs', TenantCertificate[]>
  }
  onSaved: () => void
}

function SecurityForm({ namespace, tenant, stored, onSaved }: SecurityFormProps) {
  const t = useTexts('tenants')
  const { customCertificates: certificates } = stored
  // Those of a separate console are only shown.
  const existing = [...certificates.minio, ...certificates.minioCAs]
  const ofConsole = [...certificates.console, ...certificates.consoleCAs]
  const [autoCert, setAutoCert] = useState(stored.autoCert)
  const [isCustom, setCustom] = useState(existing.length > 0)
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set())
  const [minio, setMinio] = useState([emptyEntry()])
  const [minioCas, setMinioCas] = useState([emptyEntry()])
  const { changeTenant: denied } = useDenied(namespace, 'changeTenant')
  const save = useChange(setTenantSecurity, {
    changes: [getTenantSecurity, getTenant],
    notice: t('security.done', { tenant }),
    onDone: onSaved,
  })
  // Turning custom certificates off removes all of them (spec operator-mode 4).
  const dropped = isCustom ? [...removed] : existing.map(({ name }) => name)
  const added = isCustom ? { minio: completePairs(minio), minioCAs: chosenAuthorities(minioCas) } : NOTHING
  const isIncomplete = isCustom && minio.some(({ key, cert }) => (key === '') !== (cert === ''))
  const isUnchanged =
    autoCert === stored.autoCert && dropped.length === 0 && added.minio.length === 0 && added.minioCAs.length === 0
  const toggle = (name: string) => {
    const next = new Set(removed)
    if (!next.delete(name)) next.add(name)
    setRemoved(next)
  }
  const { open, dialog } = useDialogs({
    confirm: (close) => (
      <ConfirmDialog
        title={t('security.confirm.title')}
        confirmLabel={t('security.confirm.submit')}
        onClose={close}
        onConfirm={() =>
          save.mutate({
            params: { namespace, tenant },
            body: {
              autoCert,
              customCertificates: { secretsToBeDeleted: dropped, ...added, console: [], consoleCAs: [] },
            },
          })
        }
        call={save}
      >
        <p>{t('security.confirm.note', { tenant })}</p>
      </ConfirmDialog>
    ),
  })
  const reason = denied ?? (isIncomplete ? t('security.incomplete') : isUnchanged ? t('security.unchanged') : undefined)
  return (
    <section className={layout.card} aria-label={t('tabs.security')}>
      <Switch
        label={t('security.autoCert')}
        description={t('security.autoCertHint')}
        checked={autoCert}
        onChange={(event) => setAutoCert(event.currentTarget.checked)}
      />
      <Switch
        label={t('security.custom')}
        description={t('security.customHint')}
        checked={isCustom}
        onChange={(event) => setCustom(event.currentTarget.checked)}
      />
      {isCustom &&
        LISTS.map(([list, label]) => (
          <div key={list} className={classes.content}>
            <h2 className={layout.heading}>{t(`security.${label}`)}</h2>
            {certificates[list].map((certificate) => (
              <Chip
                key={certificate.name}
                certificate={certificate}
                isRemoved={removed.has(certificate.name)}
                onToggle={() => toggle(certificate.name)}
              />
            ))}
            {list === 'minio' ? (
              <CertificateEntries title={t('security.minio')} entries={minio} onChange={setMinio} hasKeys />
            ) : (
              <CertificateEntries
                title={t('security.minioCas')}
                entries={minioCas}
                onChange={setMinioCas}
                hasKeys={false}
              />
            )}
          </div>
        ))}
      {ofConsole.length > 0 && (
        <div className={classes.content}>
          <h2 className={layout.heading}>{t('security.console')}</h2>
          {ofConsole.map((certificate) => (
            <Chip key={certificate.name} certificate={certificate} />
          ))}
          <p className={layout.note}>{t('security.separate')}</p>
        </div>
      )}
      <div>
        <ExplainedButton disabledReason={reason} onClick={() => open('confirm')}>
          {t('security.save')}
        </ExplainedButton>
      </div>
      {dialog}
    </section>
  )
}

const LISTS = [
  ['minio', 'minio'],
  ['minioCAs', 'minioCas'],
] as const
const NOTHING: { minio: { crt: string; key: string }[]; minioCAs: string[] } = { minio: [], minioCAs: [] }

interface ChipProps {
  certificate: TenantCertificate
  isRemoved?: boolean
  /** Without it, the certificate can't be removed. */
  onToggle?: () => void
}

function Chip({ certificate: { name, domains, subject, expiry }, isRemoved = false, onToggle }: ChipProps) {
  const t = useTexts('tenants')
  const hasExpired = expiry !== '' && Date.parse(expiry) <= Date.now()
  const end = t(hasExpired ? 'security.expired' : 'security.expires', { date: formatDate(expiry) })
  return (
    <div className={classes.chip} data-removed={isRemoved || undefined}>
      <span>
        {name}
        <br />
        <small>{expiry === '' ? t('security.unreadable') : `${domains.join(', ') || subject} · ${end}`}</small>
        {isRemoved && <small> · {t('security.removed')}</small>}
      </span>
      {onToggle && (
        <button type="button" className={classes.link} onClick={onToggle}>
          {t(isRemoved ? 'security.keep' : 'security.remove', { name })}
        </button>
      )}
    </div>
  )
}
