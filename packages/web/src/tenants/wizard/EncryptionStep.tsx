import { useTexts } from '../../messages/use-texts.ts'
import { RadioChoices } from '../../shared/fields/RadioChoices.tsx'
import { named } from '../../shared/text/punctuation.ts'
import type { CertificateEntry } from '../CertificateEntries.tsx'
import { CertificateFile } from '../CertificateFile.tsx'
import classes from '../tenants.module.css'
import { type StepProps, SwitchOf, TextsOf } from './fields.tsx'
import { mayEncrypt } from './validity.ts'
import { textsIn } from './wizard-fields.ts'

const TYPES = ['vault', 'aws', 'gemalto', 'gcp'] as const

export function EncryptionStep(props: StepProps) {
  const { form, change, problems } = props
  const t = useTexts('tenantWizard')
  const isAllowed = mayEncrypt(form)
  // The operator's own certificate would be the only one that Vault accepts (spec operator-mode 4).
  const isOfVault = form.encryptionType === 'vault' && form.enableAutoCert
  const isFixed = isOfVault || !form.enableAutoCert
  const whyFixed = isOfVault ? t('encryption.customOfVault') : t('encryption.customRequired')
  const hasCustom = form.enableCustomCertsForKES || isFixed
  return (
    <>
      <SwitchOf
        {...props}
        name="enableEncryption"
        description={isAllowed ? undefined : t('encryption.notAllowed')}
        isDisabled={!isAllowed && !form.enableEncryption}
      />
      {form.enableEncryption && (
        <>
          <RadioChoices
            legend={t('encryption.type')}
            choices={TYPES.map((value) => ({
              value,
              label: t(`encryption.types.${value}`),
              hint: t(`encryption.typeHints.${value}`),
            }))}
            chosen={form.encryptionType}
            onChange={(encryptionType) => change({ encryptionType })}
            status={undefined}
          />
          <Provider {...props} />
          <SwitchOf
            {...props}
            form={{ ...form, enableCustomCertsForKES: hasCustom }}
            name="enableCustomCertsForKES"
            description={isFixed ? whyFixed : undefined}
            isDisabled={isFixed}
          />
          {hasCustom && (
            <>
              <Pair
                label={t('encryption.server')}
                value={form.serverCert}
                onChange={(serverCert) => change({ serverCert })}
              />
              <Pair
                label={t('encryption.client')}
                value={form.clientCert}
                onChange={(clientCert) => change({ clientCert })}
              />
              {problems.certificates && <p className={classes.problem}>{problems.certificates}</p>}
            </>
          )}
        </>
      )}
    </>
  )
}

/** The fields of the chosen provider, and its certificates. */
function Provider(props: StepProps) {
  const { form, change } = props
  const t = useTexts('tenantWizard')
  const type = form.encryptionType
  const authority = type === 'vault' ? 'vaultCA' : type === 'gemalto' ? 'gemaltoCA' : undefined
  return (
    <>
      <div className={classes.pair}>
        <TextsOf {...props} names={textsIn(type)} />
      </div>
      {type === 'vault' && (
        <Pair label={t('encryption.tlsPair')} value={form.vaultCert} onChange={(vaultCert) => change({ vaultCert })} />
      )}
      {authority && (
        <div key={authority} className={classes.entry}>
          <CertificateFile
            label={named(t(`encryption.types.${type}`), t('encryption.ca'))}
            kind="certificate"
            value={form[authority]}
            onChange={(value) => change({ [authority]: value })}
          />
        </div>
      )}
    </>
  )
}

interface PairProps {
  label: string
  value: CertificateEntry
  onChange: (value: CertificateEntry) => void
}

function Pair({ label, value, onChange }: PairProps) {
  const t = useTexts('tenantWizard')
  return (
    <div className={classes.entry}>
      <CertificateFile
        label={`${label}: ${t('encryption.key')}`}
        kind="key"
        value={value.key}
        onChange={(key) => onChange({ ...value, key })}
      />
      <CertificateFile
        label={`${label}: ${t('encryption.cert')}`}
        kind="certificate"
        value={value.cert}
        onChange={(cert) => onChange({ ...value, cert })}
      />
    </div>
  )
}
