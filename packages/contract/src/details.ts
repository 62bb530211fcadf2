import { type FailureText, type Text, type TextValues, textsOf } from './text.ts'

/**
 * What responses say besides the message of an error: its detail, why something in a successful response failed, and what to do
 * about it. Whole sentences, and the names of what was saved or wasn't. Pages load them after their first texts.
 */
export const DETAILS = {
  and: '{{first}} {{second}}',
  // Of changes in several steps.
  progress: 'Saved: {{saved}}. Not saved: {{rest}}.',
  stepAdded: 'added members',
  stepGroup: 'group {{name}}',
  stepRemoved: 'removed members',
  stepStatus: 'status',
  stepUser: 'user {{name}}',
  // Of users and policies.
  userReadFirst:
    'The console first checks whether the user exists. Otherwise, the storage server could create a user by mistake, or replace the password of another one.',
  policyNoJson: 'The policy is not valid JSON.',
  policyNoStatement: 'The policy has no statement, so it wouldn’t restrict the key.',
  policyTooLarge: 'It has {{size}} bytes; a policy may have {{limit}}.',
  policyTooLongForKey: 'It is too long for the policy of an access key. Shorten it, or attach it to the user.',
  policyNotAction:
    'MinIO fails in this way over a policy with NotAction, and over every list with it. Delete that policy by its name.',
  // Of connections to servers that a visitor named.
  noResponseInTime: "It didn't respond in time.",
  redirect: "It responded with a redirect, which isn't followed.",
  status: 'It responded with status {{status}}.',
  noAddress: 'This name has no address.',
  nothingListens: 'Nothing listens there.',
  certificateUntrusted:
    'The console doesn’t trust the certificate of {{host}}: {{reason}}. Set COOPERAGE_CA_FILE to a file with the certificates of its authority, and restart the console.',
  certificateExpired:
    'The certificate of {{host}} has expired or isn’t valid yet. Renew it, or correct the clock of {{host}} or of the console.',
  certificateOtherName:
    'The certificate of {{host}} is for another host name. Use a name of the certificate, or install a certificate for this name.',
  noWebAddress: 'The endpoint isn’t a web address.',
  connectionFailed: 'The connection failed.',
  // Of tenants.
  tenantAddress: 'Its address is {{address}}.',
  tenantUnknownName: 'This name has no address: check that the service “minio” of the tenant exists.',
  tenantSkewed: 'Its clock and that of the console differ by more than 15 minutes: correct the one that is wrong.',
  tenantExpired: 'Its certificate has expired or isn’t valid yet: renew it.',
  tenantOtherName: 'Its certificate is for another host name: issue one for the service of the tenant.',
  tenantNeedsHttps: 'It expects HTTPS, but the tenant is specified without TLS: turn on its TLS.',
  tenantNeedsHttp:
    'It expects plain HTTP, but the tenant is specified with TLS: check its certificates, or turn off its TLS.',
  tenantMinioConsole: 'MinIO’s console responds there: check the ports of the service “minio”.',
  tenantWebsite: 'What responds there isn’t a storage server: check where the service “minio” leads.',
  tenantUntrusted:
    "The console doesn't trust its certificate: {{reason}}. Add the certificate of its authority to the tenant, or to COOPERAGE_CA_FILE.",
  tenantProxy: 'A proxy responds there, which can’t reach it (status {{status}}).',
  tenantClosed: 'You have more than {{limit}} tenants open, so this one was closed. Open it again.',
  tenantExternalName: 'Its service “minio” is of type ExternalName, which isn’t followed.',
  tenantNotRunning: 'It isn’t running.',
  tooManyTenants: 'Too many consoles of tenants are open. Try again later.',
  // Of alerts.
  alertChannelUnreadable:
    'The console’s secret has changed, so the settings of the channel can’t be read. Delete it and add it again.',
  mailSignInRefused: 'The SMTP server refuses the user name or the password.',
  mailNoTls: 'The SMTP server doesn’t offer TLS (STARTTLS).',
  mailRefused: 'The SMTP server refuses the message (status {{status}}).',
  mailRecipientRefused: 'The SMTP server refuses a recipient (status {{status}}). The others got the message.',
  // Of identity providers.
  providerNoUrl: 'The address isn’t a URL.',
  providerTooLong: 'The response is too long for a discovery document.',
  providerStatus: 'The provider responded with status {{status}}.',
  providerSilent: 'The provider doesn’t respond.',
  providerLacks: 'The discovery document has no {{field}}.',
  providerNoJson: 'The response isn’t a discovery document: it isn’t JSON.',
  providerUseDiscovery: 'Use the address of the discovery document, which ends in /.well-known/openid-configuration.',
  providerTrustedByStorage:
    'The storage server must trust this authority too: for MinIO, copy its certificates to certs/CAs.',
  providerCheckAddress: 'Check the address and the port, and that the console and the storage server can reach it.',
  // Of directories.
  directorySetAddress: 'Set the address of the directory.',
  directorySrvRecords: 'Use "ldap", "ldaps" or "on", or leave it empty.',
  directoryCheckConnection: 'Check the address, the TLS settings, and that the certificate is trusted.',
  directoryTrustCertificate:
    'Set COOPERAGE_CA_FILE to a file with the certificates of the directory’s authority, and restart. MinIO has its own: copy them to certs/CAs.',
  directorySetAccount: 'Set the account that searches the directory.',
  directoryCheckAccount:
    'Check the name and the password of the account that searches, and that it is allowed to sign in.',
  directorySetUserBase: 'Set the entry that contains the users.',
  directoryAttributes: 'Use the short names of attributes, for example mail.',
  directoryUserFilter: 'Use a filter that contains %s in place of the user name, for example (uid=%s).',
  directorySetGroupBase: 'Set the entry that contains the groups.',
  directoryGroupFilter:
    'Use a filter with %d in place of the distinguished name of the user, or %s in place of the user name, for example (&(objectClass=groupOfNames)(member=%d)).',
  directoryExistingBase: 'Set a distinguished name that exists in the directory.',
  directoryNestedBases: 'Remove one of the two.',
  directoryParentheses: 'Put each condition in parentheses, for example (&(objectClass=person)(uid=%s)).',
  // Of metrics and queues.
  metricsNotConfigured:
    'There are no metrics. Set COOPERAGE_PROMETHEUS_URL to a Prometheus server, or COOPERAGE_METRICS_TOKEN.',
  metricsNotReady: 'The storage server isn’t ready yet, so there are no new metrics.',
  metricsTokenRefused:
    'The storage server refuses the token for its metrics. Set COOPERAGE_METRICS_TOKEN to a token from mc admin prometheus generate.',
  metricsNoStorage: 'The storage server doesn’t respond, so there are no new metrics.',
  metricsDiskFull: 'The disk of the console’s data folder is full, so no metrics are stored. Free up space.',
  metricsUnreadable:
    'The metrics in the console’s data folder can’t be read or written. Check the folder’s permissions and the console’s log.',
  metricsDamaged: 'The file with earlier metrics was damaged and is now {{file}}.',
  queueNeedsToken: 'Storage servers report queues only in their metrics. Set COOPERAGE_METRICS_TOKEN for the console.',
  queueNotReported: 'The storage server doesn’t report it.',
  // Of jobs.
  jobFailed: 'An error occurred in the console. Its log has the details.',
  jobNoKey: 'Its access key couldn’t be created. Start the job again.',
  jobNoJournal: 'The console can’t write its journal of jobs. The job continues when the console is restarted.',
  jobUnreadableKey:
    'The console’s secret has changed, so the access key of the job can’t be read. Start the job again.',
  jobLostKey:
    'The storage server no longer accepts the access key of the job: it was deleted or has expired, or its account was disabled.',
  jobSessionOver:
    'The session that the job worked with is over: a storage server of it has no keys for jobs. Sign in and start the job again; what is copied is skipped.',
  jobNoServer:
    'The storage server {{server}} is no longer one of this console. Ask an administrator to add it to COOPERAGE_SERVERS again, and start the job again; what is copied is skipped.',
  jobOtherServer:
    'The address of the storage server {{server}} or the console’s secret has changed, so the access key of the job can’t be used. Start the job again; what is copied is skipped.',
  settingChanged: 'The target stored it differently. Compare the two, and change it there.',
  // Of replication.
  pairNotVersioned: 'The bucket {{origin}} isn’t versioned. Turn on versioning, then try again.',
  pairRemoteNotVersioned:
    'The bucket {{destination}} at {{host}} isn’t versioned. Turn on versioning there, then try again.',
  pairNoDestination:
    'The bucket {{destination}} doesn’t exist at {{host}}, or these keys may not see it. Create it there with versioning, or choose another.',
  pairItself: 'The bucket {{origin}} can’t be replicated to itself. Choose another bucket or another server.',
  pairExists:
    'The bucket {{origin}} is replicated to {{host}} already, to another bucket or with other keys, and each server can be a target only once. Use the same bucket and keys, or delete those rules first.',
  pairBandwidth: 'The bandwidth is too low. Allow at least 100 MB (100,000,000 bytes) per second, or 0 for no limit.',
  pairNoLock:
    'Object locking is on for the bucket {{origin}}, but not for {{destination}} at {{host}}. Choose a bucket that was created with object locking.',
  pairKeysRefused: 'The storage server at {{host}} refused these keys. Check them and try again.',
  pairTls:
    'The storage server could not establish a TLS connection to {{host}}. Check that it uses TLS. If a private authority issued its certificate, the storage server must trust that authority: for MinIO, copy the authority’s certificate to certs/CAs; for the embedded engine, set COOPERAGE_CA_FILE.',
  pairNeedsTls: '{{host}} requires TLS. Turn on TLS for this target.',
  pairDenied:
    'These keys may not replicate to the bucket {{destination}} at {{host}}. Ask its administrator for access.',
  pairUnreachable:
    'The storage server could not reach {{host}}. Check the address, the port, the keys and whether it uses TLS.',
  jobPrefixes: 'Nothing has one of the first {{number}} prefixes. The others weren’t checked.',
  targetProblem: 'The storage server can’t replicate to a target of this bucket.',
  pairTimeout:
    'This took too long and was canceled: the storage server may be unable to reach {{host}}. Check the address and that the server responds, then try again.',
  pairSame:
    'The same objects of {{origin}} are replicated there already. Choose another prefix or other tags, or delete that rule first.',
  pairNotMade: 'The rule could not be made.',
  pairTargetStays: 'The remote target that was made for it is still there.',
  pairOtherSettings:
    'Another rule leads to {{destination}} at {{host}} with another mode, bandwidth or health check, which rules to one target share. Choose the same ones, or delete that rule first.',
} as const

const text = textsOf('detail', DETAILS)

export function detailText(name: keyof typeof DETAILS, values?: TextValues): FailureText {
  // What is inserted has the depth of a response.
  return text(name, values) as FailureText
}

/** Two sentences as one text. */
export function bothTexts(first: string | Text, second: string | Text): FailureText {
  return detailText('and', { first, second })
}
