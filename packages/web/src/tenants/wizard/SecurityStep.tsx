import '../../messages/en/tenants.ts'
import { useTexts } from '../../messages/use-texts.ts'
import { named } from '../../shared/text/punctuation.ts'
import { CertificateEntries } from '../CertificateEntries.tsx'
import { CertificateFile } from '../CertificateFile.tsx'
import classes from '../tenants.module.css'
import { type StepProps, SwitchOf } from './fields.tsx'
import type { OperatorParts } from './wizard-fields.ts'

export function SecurityStep(props: StepProps & { parts: OperatorParts }) {
  const { form, change, parts } = props
  const t = useTexts(['tenantWizard', 'tenants'])
  return (
    <>
      <SwitchOf {...props} name="enableTLS" />
      {form.enableTLS && (
        <>
          <SwitchOf {...props} name="enableAutoCert" />
          <SwitchOf {...props} name="enableCustomCerts" />
        </>
      )}
      {form.enableTLS && form.enableCustomCerts && (
        <>
          <h3>{t('tenants:security.minio')}</h3>
          <CertificateEntries
            title={t('tenants:security.minio')}
            entries={form.minioCerts}
            onChange={(minioCerts) => change({ minioCerts })}
            hasKeys
          />
          <h3>{t('tenants:security.minioCas')}</h3>
          <CertificateEntries
            title={t('tenants:security.minioCas')}
            entries={form.minioCACerts}
            onChange={(minioCACerts) => change({ minioCACerts })}
            hasKeys={false}
          />
        </>
      )}
      {form.enableTLS && form.enableCustomCerts && parts.consoleImage && (
        <>
          <h3>{t('security.console')}</h3>
          <div className={classes.entry}>
            <CertificateFile
              label={named(t('security.console'), t('tenants:security.key'))}
              kind="key"
              value={form.consoleCert.key}
              onChange={(key) => change({ consoleCert: { ...form.consoleCert, key } })}
            />
            <CertificateFile
              label={named(t('security.console'), t('tenants:security.cert'))}
              kind="certificate"
              value={form.consoleCert.cert}
              onChange={(cert) => change({ consoleCert: { ...form.consoleCert, cert } })}
            />
          </div>
          <h3>{t('tenants:security.consoleCas')}</h3>
          <CertificateEntries
            title={t('tenants:security.consoleCas')}
            entries={form.consoleCACerts}
            onChange={(consoleCACerts) => change({ consoleCACerts })}
            hasKeys={false}
          />
        </>
      )}
    </>
  )
}
