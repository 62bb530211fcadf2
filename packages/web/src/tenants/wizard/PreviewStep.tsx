import { formatBytes } from '@cooperage/contract'
import { useTexts } from '../../messages/use-texts.ts'
import layout from '../../shared/layout.module.css'
import { formatCount } from '../../shared/text/numbers.ts'
import { comma } from '../../shared/text/punctuation.ts'
import { chosenAuthorities, completePairs } from '../CertificateEntries.tsx'
import type { StepProps } from './fields.tsx'
import { sizeOf } from './validity.ts'
import type { OperatorParts } from './wizard-fields.ts'
import type { WizardForm } from './wizard-form.ts'

const PROTOCOLS = { 'Built-in': 'builtIn', OpenID: 'openId', AD: 'ad' } as const

/** Everything that will be created, but secrets. */
export function PreviewStep({ form, facts, parts }: StepProps & { parts: OperatorParts }) {
  const t = useTexts(['tenantWizard', 'tenants'])
  const { distribution, erasureCode, memory, totalBytes } = sizeOf(form, facts)
  const exposed = [
    ...(form.exposeMinIO ? [t('preview.minio')] : []),
    ...(form.exposeConsole ? [t('preview.console')] : []),
  ]
  const ifCustom = (image: string) => (form.customImage && image) || t('preview.defaultImage')
  const volumeOf = (storageClass: string, size: string) => `${size} Gi, ${storageClass}`
  const isSelecting = form.podAffinity === 'nodeSelector'
  const rows: (readonly [string, string] | false)[] = [
    [t('name.tenantName'), form.tenantName],
    [t('name.namespace'), form.namespace],
    [t('name.storageClass'), form.selectedStorageClass || t('preview.defaultClass')],
    [
      t('preview.pool'),
      t('preview.summary', {
        servers: form.nodes,
        count: Number(form.drivesPerServer),
        size: formatBytes(distribution.volumeBytes),
      }),
    ],
    [t('size.raw'), formatBytes(totalBytes)],
    erasureCode !== undefined && [t('size.usable'), `${formatBytes(erasureCode.usableBytes)} (${form.ecParity})`],
    [t('preview.memory'), formatBytes(memory.request)],
    [t('preview.image'), ifCustom(form.imageName)],
    parts.consoleImage && [t('configure.consoleImage'), ifCustom(form.consoleImage)],
    form.customDockerhub && [t('preview.registry'), `${form.imageRegistryUsername} @ ${form.imageRegistry}`],
    [t('preview.services'), exposed.join(comma()) || t('preview.none')],
    parts.logSearch &&
      form.logSearchCustom && [
        t('preview.logSearch'),
        volumeOf(form.logSearchSelectedStorageClass, form.logSearchVolumeSize),
      ],
    parts.prometheus &&
      form.prometheusCustom && [
        t('preview.prometheus'),
        volumeOf(form.prometheusSelectedStorageClass, form.prometheusVolumeSize),
      ],
    [t('preview.affinity'), t(`affinity.${form.podAffinity}`)],
    isSelecting && [t('affinity.labels'), form.nodeSelectorLabels],
    isSelecting && [t('affinity.withAntiAffinity'), t(form.withPodAntiAffinity ? 'preview.on' : 'preview.off')],
    [t('preview.identity'), t(`identity.${PROTOCOLS[form.idpSelection]}`)],
    identityOf(form, {
      'Built-in': t('preview.users'),
      OpenID: t('preview.provider'),
      AD: t('preview.directory'),
    }),
    [t('preview.tls'), t(form.enableTLS ? 'preview.on' : 'preview.off')],
    form.enableTLS && [t('security.autoCert'), t(form.enableAutoCert ? 'preview.on' : 'preview.off')],
    ...certificatesOf(form, parts).map(
      ([label, count]) =>
        [label === 'console' ? t('security.console') : t(`tenants:security.${label}`), formatCount(count)] as const,
    ),
    [t('preview.encryption'), form.enableEncryption ? t(`encryption.types.${form.encryptionType}`) : t('preview.off')],
    form.enableEncryption && [t('configure.kesImage'), ifCustom(form.kesImage)],
  ]
  return (
    <dl className={layout.facts}>
      {rows
        .filter((row) => row !== false)
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}

function identityOf(form: WizardForm, labels: Record<WizardForm['idpSelection'], string>): readonly [string, string] {
  const values = { 'Built-in': form.accessKeys.join(', '), OpenID: form.openIDURL, AD: form.ADURL }
  return [labels[form.idpSelection], values[form.idpSelection]]
}

/** Certificates that will be stored, by their list. */
function certificatesOf(
  form: WizardForm,
  parts: OperatorParts,
): (readonly ['minio' | 'minioCas' | 'console' | 'consoleCas', number])[] {
  if (!form.enableTLS || !form.enableCustomCerts) return []
  const counts = [
    ['minio', completePairs(form.minioCerts).length],
    ['minioCas', chosenAuthorities(form.minioCACerts).length],
    ['console', parts.consoleImage ? completePairs([form.consoleCert]).length : 0],
    ['consoleCas', parts.consoleImage ? chosenAuthorities(form.consoleCACerts).length : 0],
  ] as const
  return counts.filter(([, count]) => count > 0)
}
