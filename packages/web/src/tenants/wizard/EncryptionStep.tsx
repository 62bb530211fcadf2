import { useTranslation } from 'react-i18next'
import { RadioChoices } from '../../shared/fields/RadioChoices.tsx'
import type { CertificateEntry } from '../CertificateEntries.tsx'
import { CertificateFile } from '../CertificateFile.tsx'
import classes from '../tenants.module.css'
import { type StepProps, SwitchOf, TextOf } from './fields.tsx'
import { mayEncrypt } from './validity.ts'

const TYPES = ['vault', 'aws', 'gemalto', 'gcp'] as const

export function EncryptionStep(props: StepProps) {
  const { form, change, problems } = props
  const { t } = useTranslation('tenantWizard')
  const isAllowed = mayEncrypt(form)
  // The operator's own certificate would be the only one that Vault accepts (spec operator-mode 4).
  const isForced = form.encryptionType === 'vault' && form.enableAutoCert
  return (
    <>
      <SwitchOf
        {...props}
        name="enableEncryption"
        label={t('encryption.enable')}
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
            form={{
              ...form,
              enableCustomCertsForKES: form.enableCustomCertsForKES || isForced || !form.enableAutoCert,
            }}
            name="enableCustomCertsForKES"
            label={t('encryption.custom')}
            isDisabled={isForced || !form.enableAutoCert}
          />
          {(form.enableCustomCertsForKES || isForced || !form.enableAutoCert) && (
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

function Provider(props: StepProps) {
  const { form, change } = props
  const { t } = useTranslation('tenantWizard')
  switch (form.encryptionType) {
    case 'vault':
      return (
        <>
          <div className={classes.pair}>
            <TextOf {...props} name="vaultEndpoint" label={t('encryption.endpoint')} />
            <TextOf {...props} name="vaultEngine" label={t('encryption.engine')} />
            <TextOf {...props} name="vaultNamespace" label={t('encryption.namespace')} />
            <TextOf {...props} name="vaultPrefix" label={t('encryption.prefix')} />
            <TextOf {...props} name="vaultAppRoleEngine" label={t('encryption.appRoleEngine')} />
            <TextOf {...props} name="vaultId" label={t('encryption.appRoleId')} />
            <TextOf {...props} name="vaultSecret" label={t('encryption.appRoleSecret')} isSecret />
            <TextOf {...props} name="vaultRetry" label={t('encryption.retry')} isNumber />
            <TextOf {...props} name="vaultPing" label={t('encryption.ping')} isNumber />
          </div>
          <Pair
            label={t('encryption.tlsPair')}
            value={form.vaultCert}
            onChange={(vaultCert) => change({ vaultCert })}
          />
          <div className={classes.entry}>
            <CertificateFile
              label={`${t('encryption.types.vault')}: ${t('encryption.ca')}`}
              kind="certificate"
              value={form.vaultCA}
              onChange={(vaultCA) => change({ vaultCA })}
            />
          </div>
        </>
      )
    case 'aws':
      return (
        <div className={classes.pair}>
          <TextOf {...props} name="awsEndpoint" label={t('encryption.endpoint')} />
          <TextOf {...props} name="awsRegion" label={t('encryption.region')} />
          <TextOf {...props} name="awsKMSKey" label={t('encryption.kmsKey')} />
          <TextOf {...props} name="awsAccessKey" label={t('encryption.accessKey')} />
          <TextOf {...props} name="awsSecretKey" label={t('encryption.secretKey')} isSecret />
          <TextOf {...props} name="awsToken" label={t('encryption.token')} isSecret />
        </div>
      )
    case 'gemalto':
      return (
        <>
          <div className={classes.pair}>
            <TextOf {...props} name="gemaltoEndpoint" label={t('encryption.endpoint')} />
            <TextOf {...props} name="gemaltoToken" label={t('encryption.token')} isSecret />
            <TextOf {...props} name="gemaltoDomain" label={t('encryption.domain')} />
            <TextOf {...props} name="gemaltoRetry" label={t('encryption.retry')} isNumber />
          </div>
          <div className={classes.entry}>
            <CertificateFile
              label={`${t('encryption.types.gemalto')}: ${t('encryption.ca')}`}
              kind="certificate"
              value={form.gemaltoCA}
              onChange={(gemaltoCA) => change({ gemaltoCA })}
            />
          </div>
        </>
      )
    case 'gcp':
      return (
        <div className={classes.pair}>
          <TextOf {...props} name="gcpProjectID" label={t('encryption.projectId')} />
          <TextOf {...props} name="gcpEndpoint" label={t('encryption.endpoint')} />
          <TextOf {...props} name="gcpClientEmail" label={t('encryption.clientEmail')} />
          <TextOf {...props} name="gcpClientID" label={t('encryption.clientId')} />
          <TextOf {...props} name="gcpPrivateKeyID" label={t('encryption.privateKeyId')} />
          <TextOf {...props} name="gcpPrivateKey" label={t('encryption.privateKey')} isSecret />
        </div>
      )
  }
}

interface PairProps {
  label: string
  value: CertificateEntry
  onChange: (value: CertificateEntry) => void
}

function Pair({ label, value, onChange }: PairProps) {
  const { t } = useTranslation('tenantWizard')
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
