import { type ErrorDetails, SESSION_ENDED } from './error-body.ts'
import { DENIED } from './permission-error.ts'
import { type FailureText, fill, type Text } from './text.ts'

interface ErrorEntry {
  status: number
  /** What happened and what to do next, in the words a user sees. `{{name}}` is filled from the details. */
  message: string
}

/** Errors by code, each with what happened and what to do next, in the words a user sees. `{{name}}` is filled from the details. */
function withStatus<const Messages extends Record<string, string>>(
  status: number,
  messages: Messages,
): { [Code in keyof Messages]: ErrorEntry } {
  const entries = Object.entries(messages).map(([code, message]) => [code, { status, message }])
  return Object.fromEntries(entries) as { [Code in keyof Messages]: ErrorEntry }
}

/**
 * Every error that the console's API can return. A code is never reused for something else. 401 means a refused sign-in
 * and for a missing or ended session, and for nothing else, because the page signs out on it (spec core-console 8).
 */
export const ERRORS = {
  ...withStatus(400, {
    InvalidInput: 'The request isn’t valid: {{reason}}.',
    SessionCookieTwice:
      'Your browser sent two session cookies, and the console can’t tell which one is yours. Delete the cookies of this site, then sign in again.',
    InvalidBucketName: 'This isn’t a valid bucket name: {{reason}}.',
    InvalidObjectName: 'This isn’t a valid object name: {{reason}}.',
    InvalidShareEnd: '{{reason}}',
    LicenseIncomplete: 'Enter a license key, or the e-mail address and the password of your account.',
    LicenseNotValid: 'This license key isn’t valid. Copy it again, completely, or request a new one from the vendor.',
    LicenseExpired: 'This license key has expired. Request a new one from the vendor.',
    SettingRefused: 'The storage server doesn’t accept this setting.',
    NoSuchEventTarget:
      'The storage server has no notification target {{arn}}. Add it under Settings, Lambda Notifications, and restart the server.',
    NoTestableSubscription:
      'Bucket {{bucket}} doesn’t notify this target when objects are created or deleted. Choose another bucket, or subscribe the target to PUT or DELETE.',
    NoSuchTier:
      'The storage server has no tier named {{tier}}. Choose another one, or add it on the Tiers tab of the settings.',
    InvalidTier: 'This isn’t a valid tier: {{reason}}.',
    TierBucketNotFound: 'The remote storage has no such bucket. Create it there first, or correct its name.',
    TierCredentialsRefused:
      'The remote storage refuses these credentials. Check that they are correct and belong to this endpoint.',
    TierProbeFailed:
      'The storage server can’t write, read and delete a test object in the remote bucket. Check what these credentials allow there.',
    TierUnreachable:
      'The storage server can’t connect to the remote endpoint. Check the address, the port and the TLS setting, and that the remote storage is running.',
    RemoteAddressRefused: 'The console doesn’t connect to {{address}}: {{reason}}.',
    RemoteUnreachable: 'No storage server responds at {{address}}. Check the address, the port and the TLS setting.',
    RemoteKeysRefused:
      'The storage server at {{address}} refused these keys. Check that they are correct and can list its buckets.',
    RemoteUnreadable:
      'The server at {{address}} isn’t a storage server, or expects TLS. Use the address of its S3 API, not of its console.',
    InvalidAccessKey: 'This isn’t a valid access key: {{reason}}.',
    InvalidSecretKey: 'This isn’t a valid secret key: {{reason}}.',
    InvalidExpiry: 'This isn’t a valid expiry: {{reason}}.',
    InvalidGroupName: 'This isn’t a valid group name: {{reason}}.',
    InvalidPolicy: 'The storage server doesn’t accept this policy.',
    InvalidPolicyName: 'This isn’t a valid policy name: {{reason}}.',
    InvalidConfiguration: 'This isn’t a valid configuration: {{reason}}.',
    InvalidIamBackup:
      'Can’t read this backup: {{reason}}. Choose an archive that was exported here or with mc admin cluster iam export.',
    InvalidTenant: 'This isn’t a valid tenant: {{reason}}.',
    InvalidParity: 'invalid Erasure Coding Value',
    InvalidCertificate: 'This isn’t a valid certificate: {{reason}}.',
    SeparateConsole:
      'The certificates of the console can’t be changed here: an operator before version 4.2 runs the console of this tenant separately. Edit the YAML of the tenant instead.',
    InvalidYaml: 'This YAML can’t be saved: {{reason}}',
    NoParity: 'No erasure code is possible for this pool: {{reason}}. Change the number of servers or drives.',
    NoPodLog: 'There is no log to show: {{reason}}',
    UploadIncomplete: 'The upload didn’t arrive completely, so nothing was stored. Upload it again.',
    PartTooSmall:
      'A part of the upload is smaller than 5 MiB and isn’t the last one. Upload the object again with larger parts.',
    ChecksumMismatch: 'The part that arrived differs from what was sent, so it wasn’t stored. Send it again.',
    QuotaExceeded: 'The quota of bucket {{bucket}} is used up. Delete objects, or increase the quota.',
    InlinePolicy:
      'An inline policy belongs to one user or group, so it can’t be attached or detached. Edit or delete the policy itself.',
    InvalidBatchJob: 'This definition of a batch job can’t be used: {{reason}}. Fix it, then try again.',
  }),
  ...withStatus(401, {
    // The storage server reports a disabled account even for a wrong password, so a separate message would reveal which accounts exist.
    InvalidLogin:
      'The username or the password is wrong. If both are correct, the account may be disabled. Ask an administrator.',
    // For every wrong password, so that it doesn't reveal the name of root. It names the file, but not its folder: strangers read
    // this, and only people on the machine can use the path, which the console prints at each start.
    InvalidEngineLogin:
      'The username or the password is wrong. If both are correct, the account may be disabled. Ask an administrator. The keys of root are in the file root-credentials in the data folder, which the console prints when it starts.',
    // One message for both: strangers must not find out who is in the directory.
    InvalidLdapLogin:
      'The directory doesn’t accept this username and password. If both are correct, your account is outside the part of the directory that the storage server searches. Ask an administrator.',
    ServiceAccountLogin: 'This access key belongs to a service account, which can’t sign in. Use the keys of its user.',
    RoleRefused:
      'Your keys can’t assume the role {{role}}: {{reason}} Ask an administrator to allow it to your account (COOPERAGE_STS_ROLE_ARN).',
    NoPolicy: 'Your account is disabled, was deleted or has no policy, so it has no access. Ask an administrator.',
    NoPolicyInLdap:
      'Your directory account is valid, but no policy of the storage server is attached to you or your groups. Ask an administrator to attach one.',
    // The details contain the message that older consoles returned.
    InvalidToken:
      'The cluster doesn’t accept this token. It may have expired, or belong to another cluster. Create a new one, for example with kubectl create token.',
    IssuerNotAccepted:
      '{{provider}} confirmed your account, but the Kubernetes cluster doesn’t accept its ID tokens. Ask an administrator to add the issuer {{issuer}} with the client ID {{clientId}} to the settings of the API server, or sign in with a token of the cluster.',
    LoginExpired:
      'This sign-in was started more than ten minutes ago, in another browser, or has already been used. Sign in again.',
    ProviderRejected:
      '{{provider}} didn’t complete the sign-in: {{reason}}. Sign in again. If that doesn’t help, ask an administrator to check the client ID, the client secret and the callback address.',
    IdentityRejected:
      'The storage server didn’t accept your identity from {{provider}}: {{reason}} Ask an administrator to check the OpenID settings of the storage server.',
    NoPolicyForIdentity:
      '{{provider}} confirmed your account, but doesn’t assign you a policy of the storage server: {{reason}} Ask an administrator to assign one there.',
    TokenRejected:
      'The storage server didn’t accept this token: {{reason}} Get a new one, or ask an administrator to check the identity plugin of the storage server.',
    GarageTokenRejected:
      'Garage doesn’t accept this admin token. It may have expired or been deleted. Create a new one with garage admin-token create.',
    GarageScopeEmpty:
      'The scope of this admin token has no call that the console uses. Create one whose scope has, for example, ListBuckets, GetBucketInfo and ListKeys.',
    NotLoggedIn: 'You aren’t signed in. Sign in to continue.',
    SessionTooLarge:
      'Your session doesn’t fit into the cookies of a browser, because your token has too many claims. Ask an administrator to have the identity provider send fewer, for example fewer groups.',
    SessionEnded: SESSION_ENDED,
  }),
  ...withStatus(403, {
    KeysNotKept:
      '{{product}} has no temporary keys, and this console is set up not to keep those of its users (COOPERAGE_KEEP_KEYS=off). Ask an administrator to allow it, or use a server with STS.',
    SubscriptionRefused: 'The subscription service refused the request. Check the e-mail address and the password.',
    // One message for all reasons: people who guess addresses must not find out which ones were right.
    ShareLinkClosed:
      'This link doesn’t work. It may have expired, been revoked, or been used as often as it allows. Ask the sender for a new one.',
    SharePasswordMissing: 'This link needs a password. Open it in a browser to enter it.',
    SharePasswordWrong: 'The password is wrong. Enter it again.',
    AccessDenied: DENIED,
    AuditTokenRefused: 'The ingest token is wrong. Set up the audit log again on the Logs page.',
    JobKeyRefused:
      'The storage server doesn’t let your account create access keys, and a job on the server works with one. Keep the page open instead, or ask an administrator.',
    CopyNotPermitted:
      'The permission to copy to {{server}} has expired, was already used, or is for another place. Start the copy again.',
    SyncNeedsKeys:
      '{{server}} doesn’t let your account create access keys for the console, and a sync works with them. Sign in there with another account, or choose another server.',
    NotMainServer: 'Only administrators of {{server}} can add servers, in its console.',
    ForeignOrigin: 'This request came from another site and was refused. Open the console itself and try again.',
    // Not 401: a wrong current password doesn't end the session.
    WrongPassword: 'The current password is wrong. Your password wasn’t changed.',
    LoginNotOffered: 'This sign-in method isn’t enabled for this console.',
    // The keys were accepted, and the account has to give a second factor, or to set one up.
    SecondFactorNeeded: '{{reason}}',
    SecondFactorMissing: '{{reason}}',
    // Not 401: neither ends a session.
    SecondFactorWrong: '{{reason}}',
    SecondFactorRefused: '{{reason}}',
    BatchJobDenied:
      'Either you don’t have permission to start batch jobs (admin:StartBatchJob), or the keys for {{address}} lack a permission that the job needs. Check both, then try again.',
    SpeedTestBucketDenied:
      'Root access is off on the storage server, so this test needs your permission to read and write minio-perf-test-tmp-bucket. Ask for a policy that allows s3:GetObject and s3:PutObject on it.',
  }),
  ...withStatus(404, {
    LicenseNotFound: 'No license is stored. The storage server is used under the AGPL v3.',
    ShareLinkTargetMissing: 'The file or folder of this link no longer exists. Ask the sender for a new link.',
    NoOtherServers: 'This console has only one storage server. An administrator can add others with COOPERAGE_SERVERS.',
    NoSuchServer: 'No server named {{server}} was added in the console.',
    NotFound: 'Nothing exists at this address.',
    OperatorNotInstalled:
      'The MinIO Operator isn’t installed in this cluster: it has no resource tenants.minio.min.io. Install it, then try again.',
    DrivesNotManaged:
      'Neither DirectPV nor direct-csi is installed in this cluster, so its drives can’t be managed here.',
    NoSuchTenant: 'The tenant {{tenant}} doesn’t exist in namespace {{namespace}}.',
    NoSuchNamespace: 'The namespace {{namespace}} doesn’t exist. Create it first.',
    NoSuchPod: 'The tenant {{tenant}} has no pod {{pod}}.',
    ClusterObjectMissing: 'A required object doesn’t exist in the cluster: {{reason}}.',
    NoSuchWidget: 'Widget not found',
    NoSuchBucket: 'The bucket {{bucket}} doesn’t exist.',
    // Pages recognize this sentence of the specification (core-console 8).
    EncryptionNotSet: 'The server side encryption configuration was not found',
    NoSuchEncryptionKey: 'The KMS of the storage server has no key named {{key}}.',
    NoSuchSubscription: 'This subscription no longer exists in bucket {{bucket}}.',
    NoSuchLifecycleRule: 'The lifecycle rule {{rule}} no longer exists in bucket {{bucket}}.',
    NoSuchReplicationRule: 'The replication rule {{rule}} no longer exists in bucket {{bucket}}.',
    NoReplicationTarget: 'The bucket {{bucket}} has no replication target, or no longer has this one. Reload the page.',
    NoSuchFolder: 'The folder {{folder}} doesn’t exist, or is empty.',
    NoSuchPolicy: 'The policy {{policy}} doesn’t exist.',
    NoSuchUser: 'The user {{user}} doesn’t exist.',
    NoSuchGroup: 'The group {{group}} doesn’t exist.',
    NoSuchShareLink: 'This share link doesn’t exist. It may have been revoked already.',
    NoSuchServiceAccount: 'The service account {{account}} doesn’t exist.',
    NoSuchConfiguration: 'The storage server has no configuration named {{section}}.',
    NoSuchIdentityProvider:
      'The storage server has no identity provider {{name}}. If it was just added, restart the server first.',
    NoSuchLdapEntry:
      'The directory has no {{kind}} {{name}} below the search base of the storage server. Check the name, or the search base.',
    NoSuchConfigurationChange: 'This change is no longer in the history.',
    NoSuchLogRecord:
      'This entry is no longer in the audit log. It was removed because of its age or the size of the log.',
    NoSuchKey: 'The object {{key}} doesn’t exist.',
    NoSuchUpload: 'This upload no longer exists: it was completed or aborted. Upload {{key}} again.',
    NoSuchAlert: 'This alert is no longer firing.',
    NoSuchAlertChannel: 'This channel no longer exists.',
    NoSuchJob: 'You have no such job on this console. Jobs are listed for 7 days after their end.',
    NoSuchSync: 'You have no such sync on this console.',
    NoSuchKmsKey: 'The KMS doesn’t have a key named {{key}}.',
    NoSuchPool:
      'The cluster doesn’t have this pool anymore. Its servers may have been restarted with other arguments. Reload the page.',
    NoSuchSite: 'This site doesn’t replicate with the storage server anymore. Reload the page.',
    NoSuchHeal: 'This heal is no longer running. Start it again.',
    NoSuchBatchJob: 'The storage server doesn’t know this job anymore. Reload the page.',
  }),
  ...withStatus(405, {
    MethodNotAllowed: '{{method}} isn’t supported here.',
  }),
  ...withStatus(408, {
    RequestTimeout: 'The request arrived too slowly and was canceled. Try again.',
  }),
  ...withStatus(409, {
    PolicyNotKept: 'The storage server would keep only a part of this policy, so it wasn’t created.',
    AccountLeft:
      'It was created in part, and what there is of it couldn’t be removed again. Delete it at the target before you check again. {{reason}}',
    TargetKeepsNoVersions:
      '{{server}} can’t keep the versions of {{bucket}}. Start the migration again without versions, or choose another target.',
    TargetHasNoLock:
      'The bucket {{bucket}} of {{server}} can’t have object lock. Start the migration again without object lock, or choose another name or target.',
    ServerNameTaken: 'A server named {{server}} exists already. Choose another name.',
    TooManyServers: 'The console has {{limit}} servers already. Remove one first.',
    IdentityProviderExists:
      'The storage server already has an identity provider {{name}}. Choose another name, or edit that one.',
    LdapPoliciesUnchanged: 'Nothing to change: these policies are already attached, or already detached.',
    TooManyAlertChannels: 'There are {{limit}} channels already. Delete one first.',
    BucketExists: 'A bucket named {{bucket}} already exists. Choose another name.',
    ClusterObjectExists: 'This already exists in the cluster. Choose another name.',
    ClusterConflict: 'Someone else changed this while you were editing. Load it again, then repeat your change.',
    YamlConflict: 'Someone else changed the same lines while you were editing. Choose which of them to keep.',
    TenantExists:
      'The tenant {{tenant}} exists in namespace {{namespace}}, so none of its resources were deleted. Delete the tenant first.',
    NamespaceHasTenant: 'You can only create one tenant per namespace',
    TierExists: 'A tier named {{tier}} already exists. Choose another name.',
    TierLocationInUse:
      'The remote bucket already contains objects below this prefix. Choose another prefix, or another bucket.',
    TierNotEmpty:
      'Can’t remove {{tier}}: its remote bucket still contains objects below its prefix. Delete or copy back the objects that were moved there first.',
    BucketNotEmpty: 'Can’t delete {{bucket}}: the bucket isn’t empty. Empty it first, or choose Delete with contents.',
    ObjectLocked:
      'Can’t delete {{key}}: a version is under retention or legal hold. Delete it after the retention ends and the legal hold is off.',
    VersionWouldBeLost:
      'Can’t restore {{key}}: versioning isn’t enabled for it, so its version without an ID would be lost. Enable versioning first.',
    ComplianceKept:
      'Compliance retention protects this version of {{key}}. You can extend it, but no one can shorten or remove it until it expires.',
    GovernanceKept:
      'You don’t have permission to shorten or remove governance retention (s3:BypassGovernanceRetention on {{key}}).',
    NoObjectLock:
      'The bucket {{bucket}} was created without object locking, so its objects can’t be locked. Copy the object to a bucket with object locking.',
    ObjectExists: 'An object named {{key}} already exists. Choose another name or overwrite it.',
    PartsChanged: 'The stored parts of {{key}} don’t match what you uploaded. Upload it again.',
    SettingConflict: 'This conflicts with another setting of bucket {{bucket}}.',
    SubscriptionExists: 'This target is already subscribed to these events.',
    BucketPolicyChanged: 'The policy of bucket {{bucket}} changed while you were editing. Review it, then try again.',
    RemoteTargetLeft: 'The rule was deleted, but its remote target wasn’t. {{reason}}',
    RootPassword:
      'The password of root can’t be changed here. Change it in the configuration of the storage server, then restart it.',
    ExternalPassword: 'An identity provider manages your account. Change your password there.',
    SignOutUnsupported:
      'This storage server can’t end the sessions of an account; MinIO can since April 2025. Sign out in each browser, or ask an administrator to disable your user for the time being.',
    UserExists: 'A user named {{user}} already exists. Choose another access key, or change the password of that user.',
    ReservedAccessKey: 'The access key {{user}} belongs to root or to a service account. Choose another one.',
    AccessKeyTaken: 'The access key {{account}} is already in use. Choose another one.',
    MigrationRunning: 'A migration to {{bucket}} of {{server}} hasn’t ended. Wait until it ends, or cancel it.',
    SyncTargetTaken:
      'Another sync or a migration writes to this part of {{bucket}} of {{server}}. Pause or delete it first, or choose another target.',
    SyncConflict: 'With the sync {{sync}}, the only copy of an object could be deleted. Choose another target.',
    SyncIntoItself: 'The source and the target of a sync overlap. Choose another bucket or folder.',
    SyncDeletesMany:
      'This run would delete {{count}} of {{total}} objects at the target. Check the source, then confirm it on the page Sync.',
    SyncSourceEmpty:
      'The source lists no objects, but the target has {{total}}. Check the source. If the target is to be empty, empty it yourself.',
    NothingToConfirm: 'The last run of this sync, as it is now, has no such deletions to confirm.',
    TooManySyncs: 'You have {{count}} syncs. Delete one first.',
    JobEnded: 'The job has already ended. Start a new one.',
    NothingToRetry: 'The failed items of this job can’t be retried. Start a new job for them.',
    TooManyJobs: 'You have {{count}} jobs that haven’t ended. Wait until one ends, or cancel one.',
    UserDisabled: 'The user {{user}} is disabled, so it can’t get access keys or policies. Enable the user first.',
    OwnUser: 'You can’t {{change}} your own user. {{instead}}',
    NotAUser:
      'Only users can be members of groups and have policies, not root, service accounts or temporary credentials.',
    GroupExists: 'A group named {{group}} already exists. Choose another name.',
    GroupNotEmpty: 'Can’t delete {{group}}: the group has members. Remove its members first.',
    GroupPoliciesUnknown:
      'The storage server doesn’t report the policies of {{group}} while the group is disabled. Enable it first.',
    AttachmentsChanged: 'The policies of {{principal}} changed while you were editing. Review them, then save again.',
    ConfigurationChanged:
      'The value of {{key}} in {{section}} changed while you were editing. Review it, then save again.',
    ConfigurationOutdated:
      'The server’s configuration changed after the preview. Review the changes, then import again.',
    IamBackupOutdated:
      'The server’s users, groups or policies changed after the preview. Review the changes, then import again.',
    PolicyExists: 'A policy named {{policy}} already exists. Choose another name.',
    PolicyChanged: 'The policy {{policy}} changed while you were editing. Review the stored policy, then save again.',
    PolicyInUse: 'The policy {{policy}} is in use. Detach it from its users and groups first.',
    PolicyOfAws:
      'The policy {{policy}} belongs to AWS and can’t be changed. Create a policy with its statements instead.',
    BuiltInPolicy: 'The policy {{policy}} is built in and can’t be deleted.',
    HealOverlaps: 'Another heal is already running on part of this bucket. Wait until it finishes, or stop it.',
    SpeedTestRunning: 'Another speed test is running on this storage server. Wait until it ends.',
    SpeedTestSpace:
      'There isn’t enough free space for this test. Choose smaller objects or files, or fewer requests at the same time.',
    SpeedTestFolderInUse:
      'The bucket {{bucket}} has objects or old versions below speedtest/, which the storage server deletes after the test. Choose another bucket, or move them first.',
    KmsKeyExists: 'A key named {{key}} already exists. Choose another name.',
    KmsBuiltIn:
      'This storage server has a single built-in key, which its environment sets (MINIO_KMS_SECRET_KEY). To create keys, connect it to a KMS such as KES.',
    KmsRefused: 'The KMS refuses this: {{reason}}.',
    DecommissionRunning: 'A pool is being decommissioned. Wait until it’s done, or cancel it.',
    DecommissionRefused: 'The storage server doesn’t decommission this pool: {{reason}}.',
    NoDecommission: 'This pool isn’t being decommissioned.',
    RebalanceRunning: 'The pools are being rebalanced. Wait until it’s done, or stop it.',
    NoSiteReplication: 'The storage server has no site replication anymore. Reload the page.',
    SitesRefused: 'The storage server refuses this: {{reason}}. Correct that, then try again.',
    SitesNotCompared:
      'The storage server couldn’t compare the sites: {{reason}}. Check that all sites are online, then try again.',
    SiteResyncRunning: 'A resync to this site is already running. Wait until it’s done, or cancel it.',
    NoSiteResync: 'No resync to this site is running. Reload the page to see how the last one ended.',
    SiteResyncRefused:
      'The resync couldn’t be started for any bucket. The site may be down: try again when it’s online. If this continues, cancel the resync first.',
    BucketResyncRunning: 'A resync of bucket {{bucket}} to this target is already running. Wait until it’s done.',
    BucketResyncNeedsExisting:
      'No enabled rule of bucket {{bucket}} replicates existing objects to this target, so a resync would send nothing. Add a rule with existing objects.',
    BucketResyncRefused: 'The resync of bucket {{bucket}} couldn’t be started. Check the target, then try again.',
    BatchJobRefused: 'The storage server doesn’t start this job: {{reason}}. Correct that, then try again.',
    PoolsNotReady: 'The pools aren’t ready for this at the moment. Try again in a few seconds.',
    NoDirectWay: 'Browsers can’t reach the storage server directly. Transfer the objects through the console.',
    TenantKeysMissing:
      'The configuration of tenant {{tenant}} in namespace {{namespace}} has no root keys (MINIO_ROOT_USER and MINIO_ROOT_PASSWORD), so the console can’t sign in to it.',
  }),
  ...withStatus(412, {
    PreconditionFailed: 'The object {{key}} has changed. Load it again.',
  }),
  ...withStatus(413, {
    BodyTooLarge: 'The request is larger than {{limit}} bytes, the limit of this call.',
    FileTooLarge: 'The file is larger than {{limit}} bytes, the limit of this link.',
  }),
  ...withStatus(415, {
    UnsupportedMediaType: 'This call accepts only {{expected}}.',
  }),
  ...withStatus(416, {
    InvalidRange: 'The object doesn’t have the requested byte range.',
  }),
  ...withStatus(421, {
    HostNotAllowed: 'This console isn’t configured for the host name {{host}}. Add it to COOPERAGE_HOSTS.',
  }),
  ...withStatus(422, {
    TooComplex: 'The console can’t evaluate this in the time that it has for it. Shorten it, or split it into several.',
    ClusterRefused: 'The cluster doesn’t accept this: {{reason}}',
  }),
  ...withStatus(426, {
    UpgradeRequired: 'This address requires a WebSocket connection.',
  }),
  ...withStatus(429, {
    TooManyArchives:
      'Too many downloads of folders are running. Wait until one of them has finished, then open the link again.',
    TooManyRequests: 'Too many attempts. Wait {{seconds}} seconds and try again.',
    TooManySockets: 'A session can have up to {{limit}} live views. Close other tabs and try again.',
  }),
  ...withStatus(431, {
    HeadersTooLarge: 'The headers of the request are too large.',
  }),
  ...withStatus(500, {
    Internal: 'Something went wrong in the console. Its log has the details of request {{requestId}}.',
  }),
  ...withStatus(501, {
    LicenseNotVerifiable:
      'This console has no public key to verify license keys with. Set COOPERAGE_LICENSE_PUBLIC_KEY_FILE and restart it.',
    SubscriptionNotConfigured:
      'This console has no subscription service. Enter a license key, or set COOPERAGE_SUBSCRIPTION_URL.',
    NotInThisSetup: 'The storage server doesn’t support {{feature}}.',
    NoJobs: 'The console of a tenant doesn’t run jobs on the server. Keep the page open instead.',
    NoAuditStore:
      'This console doesn’t store an audit log. Set COOPERAGE_AUDIT_STORE to sqlite or to the URL of a PostgreSQL database.',
  }),
  ...withStatus(502, {
    CopyDiffers:
      'The copy of {{key}} differs from the original. Copy it again. If that doesn’t help, check the network and the drives of both servers.',
    OtherServerUnreachable: '{{server}} can’t be reached. Ask its administrator whether it’s running.',
    StorageError: 'The storage server returned an error: {{reason}}.',
    KmsUnreachable:
      'The storage server didn’t get a key from its KMS. Check that the KMS and its key store are running, and that the KMS accepts the storage server’s certificate. Then try again.',
    ClusterError: 'The Kubernetes API server returned an error: {{reason}}.',
    TenantKeysRefused:
      'The tenant {{tenant}} in namespace {{namespace}} refuses the root keys of its configuration. If they were changed, restart its pods.',
    SpeedTestFailed: 'The storage server ended the speed test without a result. See its log, then try again.',
    HealthReportFailed: 'The storage server couldn’t create the health report. See its log, then start again.',
    HealStopped: 'The heal stopped before it was complete. See the log of the storage server, then start it again.',
    StorageUnreadable:
      'The storage server sent a response that this console can’t read. A proxy in between may have changed it, or it isn’t an S3 server. Check the address of the storage server.',
    StorageNeedsHttps:
      'The storage server expects HTTPS, but its address starts with http://. Use https:// in --storage (COOPERAGE_STORAGE_URL).',
    StorageNeedsHttp:
      'The storage server expects plain HTTP, but its address starts with https://. Use http:// in --storage (COOPERAGE_STORAGE_URL), or set up TLS on the storage server.',
    StorageIsConsole:
      'The address of the storage server is that of MinIO’s console. Use MinIO’s S3 port in --storage (COOPERAGE_STORAGE_URL), 9000 by default.',
    StorageIsWebsite:
      'What responds at the address of the storage server isn’t a storage server. It may be a website. Use the address of the S3 API in --storage (COOPERAGE_STORAGE_URL).',
    StorageBehindProxy:
      'The proxy in front of the storage server can’t reach it (status {{status}}). Check that the storage server is running, and where the proxy connects to.',
  }),
  ...withStatus(503, {
    ShareLinkUnavailable: 'This link is temporarily unavailable. Try again in a few minutes.',
    GarageUnreachable:
      'The admin API of Garage doesn’t respond at the address in COOPERAGE_GARAGE_ADMIN_URL. Check that the address is correct and that Garage is running.',
    SubscriptionUnreachable: 'The subscription service can’t be reached. Try again later, or enter a license key.',
    ServerConsoleFailed:
      'The console of {{server}} can’t be opened. Ask an administrator: the log of the console has the reason.',
    MetricsUnavailable: '{{reason}}',
    LdapUnavailable:
      'The storage server can’t search its LDAP directory. Try again in a moment, or ask an administrator to check the LDAP settings of the storage server.',
    ProviderUnreachable:
      '{{provider}} can’t be reached, or doesn’t respond as an OpenID provider. Try again in a moment.',
    ProviderUntrusted: '{{reason}}',
    NoTenantUsage: 'unable to get tenant usage',
    ClusterUnreachable:
      'Can’t reach the Kubernetes API server. Check that it’s running. This page resumes automatically when it’s back.',
    ClusterUntrusted:
      'The console doesn’t trust the certificate of the Kubernetes API server: {{reason}}. Ask an administrator to set COOPERAGE_KUBERNETES_CA_FILE to the certificates of the cluster’s authority.',
    TenantUnreachable: 'Can’t reach the storage of tenant {{tenant}} in namespace {{namespace}}. {{reason}}',
    StorageUnreachable:
      'Can’t reach the storage server. Check that it’s running. This page resumes automatically when it’s back.',
    StorageClockSkew:
      'The clocks of the console and of the storage server differ by more than 15 minutes, so the storage server refuses every request. Correct the clock that is wrong.',
    StorageNameUnknown:
      'The host name in the address of the storage server has no IP address. Correct the name in --storage (COOPERAGE_STORAGE_URL), or add it to DNS.',
    StorageUntrusted:
      'The console doesn’t trust the certificate of the storage server: {{reason}}. Set COOPERAGE_CA_FILE to a file with the certificates of the server’s authority, and restart the console.',
    StorageCertificateExpired:
      'The certificate of the storage server has expired or isn’t valid yet. Renew it, or correct the clock of the server or the console.',
    StorageCertificateMismatch:
      'The certificate of the storage server is for another host name. Use a name of the certificate in --storage (COOPERAGE_STORAGE_URL), or install a certificate for this name.',
    ConsoleStoreUnavailable: 'The database of this console is unavailable. See the console log, and try again.',
    AuditStoreUnavailable:
      'The database of the audit log is unavailable, so it can’t be searched. See the console log. New entries arrive when it’s back.',
    AlertStoreUnavailable:
      'The database of the alerts is unavailable. Try again later. The log of the console says why.',
    ShareLinkStoreUnavailable:
      'The database of the share links is unavailable, so links can’t be listed, created or revoked. Try again later. The log of the console says why. Links work again when it’s back.',
    ConsoleBusy: 'The console is busy. Wait a few seconds and try again.',
  }),
  ...withStatus(504, {
    ConfigurationNoResponse:
      'The storage server didn’t respond in time. Check that it can reach the endpoints of {{section}}, then reload: the change may have been saved.',
    ClusterTimeout: 'The Kubernetes API server didn’t respond in time. Try again in a moment.',
    TierNoResponse:
      'The remote storage didn’t respond in time. Check the endpoint. The storage server may keep trying for a minute, so wait before you try again.',
    StorageTimeout: 'The storage server didn’t respond in time. Try again in a moment.',
  }),
  ...withStatus(507, {
    ShareLinkFull: 'There is no space left where this link stores files. Ask the sender of the link to make room.',
    NotEnoughNodes: '{{reason}}',
    AuditStoreFull: 'The disk of the audit log is full. Free up space, or lower COOPERAGE_AUDIT_SIZE.',
    StorageFull: 'The storage server has no space left. Free up space and try again.',
  }),
} as const

export type ErrorCode = keyof typeof ERRORS

/** An expected failure with a stable code. Anything else that is thrown is a bug and returns 500. */
export class AppError extends Error {
  override name = 'AppError'
  readonly code: ErrorCode
  readonly status: number
  readonly details: ErrorDetails
  /** A second sentence for the Details section of the error toast; never an inner address, type name or stack. */
  readonly detailedMessage: string
  /** The same for a page in another language; undefined for words that aren't ours. */
  readonly detail: FailureText | undefined
  /** What the response has in addition to {@link errorBody}: an object of the route's `refusal`. */
  readonly refusal: object

  constructor(
    code: ErrorCode,
    details: ErrorDetails = {},
    options: ErrorOptions & { detailedMessage?: string | Text; refusal?: object } = {},
  ) {
    super(fill(ERRORS[code].message, details), options)
    this.code = code
    this.status = ERRORS[code].status
    this.details = details
    const { detailedMessage: detail = '' } = options
    this.detailedMessage = typeof detail === 'string' ? detail : detail.text
    // What is inserted has the depth of the response.
    this.detail = typeof detail === 'string' ? undefined : (detail as FailureText)
    this.refusal = options.refusal ?? {}
  }
}

/** The details of an error that its message names. What else it has stays on the server. */
export function parametersOf({ code, details }: AppError): ErrorDetails {
  const named = ERRORS[code].message.matchAll(/\{\{(\w+)\}\}/g)
  return Object.fromEntries([...named].map(([, name = '']) => [name, details[name] ?? '']))
}

/** The message of an error, as a failure in a successful response has it. */
export function failureWords(error: AppError): { message: string; text: FailureText } {
  return { message: error.message, text: errorText(error) }
}

/** The message of an error, for a page in another language. */
export function errorText(error: AppError): FailureText {
  // What is inserted has the depth of the parameters of an error response.
  return { key: `error:${error.code}`, values: parametersOf(error) as FailureText['values'], text: error.message }
}
