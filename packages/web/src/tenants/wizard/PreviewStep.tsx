import { formatBytes } from '@cooperage/contract'
import { useTranslation } from 'react-i18next'
import classes from '../tenants.module.css'
import type { StepProps } from './fields.tsx'
import { sizeOf } from './validity.ts'

export function PreviewStep({ form, facts }: StepProps) {
  const { t } = useTranslation('tenantWizard')
  const { distribution, erasureCode, memory, totalBytes } = sizeOf(form, facts)
  const exposed = [
    ...(form.exposeMinIO ? [t('preview.minio')] : []),
    ...(form.exposeConsole ? [t('preview.console')] : []),
  ]
  const rows: [string, string][] = [
    [t('name.tenantName'), form.tenantName],
    [t('name.namespace'), form.namespace],
    [t('name.storageClass'), form.selectedStorageClass],
    [
      t('preview.pool'),
      t('preview.summary', {
        servers: form.nodes,
        count: Number(form.drivesPerServer),
        size: formatBytes(distribution.volumeBytes),
      }),
    ],
    [t('size.raw'), formatBytes(totalBytes)],
    ...(erasureCode
      ? [[t('size.usable'), `${formatBytes(erasureCode.usableBytes)} (${form.ecParity})`] as [string, string]]
      : []),
    [t('preview.memory'), formatBytes(memory.request)],
    [t('preview.image'), (form.customImage && form.imageName) || t('preview.defaultImage')],
    [t('preview.services'), exposed.join(', ') || t('preview.none')],
    [t('preview.tls'), t(form.enableTLS ? 'preview.on' : 'preview.off')],
    [t('preview.affinity'), t(`affinity.${form.podAffinity}`)],
    [t('preview.identity'), form.idpSelection],
    [t('preview.encryption'), form.enableEncryption ? t(`encryption.types.${form.encryptionType}`) : t('preview.off')],
  ]
  return (
    <dl className={classes.facts}>
      {rows.map(([label, value]) => (
        <div key={label} className={classes.fact}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
