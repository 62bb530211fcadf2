export { type BrokerKind, missingProgram } from '../../../scripts/programs.ts'
export { ACCOUNT_SECRET, type Accounts, accountsOf, allow, deny } from './accounts.ts'
export { startAmqp } from './brokers/amqp.ts'
export { type Azurite, startAzurite } from './brokers/azurite.ts'
export type { Broker, BrokerEvent } from './brokers/broker.ts'
export { startElasticsearchStandIn } from './brokers/elasticsearch-stand-in.ts'
export { startKafka } from './brokers/kafka.ts'
export { startMqtt } from './brokers/mqtt.ts'
export { startMysql } from './brokers/mysql.ts'
export { startNats } from './brokers/nats.ts'
export { startNsq } from './brokers/nsq.ts'
export { type Postgres, startPostgres } from './brokers/postgres.ts'
export { startRedis } from './brokers/redis.ts'
export { type CertificateFiles, TEST_CERTIFICATES, writeCertificate } from './certificates.ts'
export { type Child, startChild } from './child.ts'
export {
  type ConsoleProcess,
  cleanEnvironment,
  commandLine,
  expectDeclaredErrors,
  readyAddress,
  startConsoleProcess,
} from './console-process.ts'
export { type ContainerOptions, type Mount, missingContainers, startContainer } from './container.ts'
export { ROUTES, SOCKETS } from './contract-routes.ts'
export {
  awkwardIamArchives,
  awkwardJson,
  awkwardPolicies,
  awkwardXml,
  fill,
  KIB,
  MIB,
} from './cost/awkward-documents.ts'
export { answerMeasurements } from './cost/main-thread.ts'
export { type Cost, type Measured, startMeasured } from './cost/measured.ts'
export {
  DIRECTORY_SECRET,
  type Directory,
  groupDn,
  missingDirectory,
  personDn,
  startDirectory,
} from './directory.ts'
export { type EngineOptions, startTestEngine } from './engine.ts'
export { startEngineProcess } from './engine-process.ts'
export { addWebhookTargets } from './event-targets.ts'
export { FAULTS, type Fault, type FaultProxy, startFaultProxy } from './fault-proxy.ts'
export { type Garage, startGarage } from './garage.ts'
export { type IdentityPlugin, startIdentityPlugin } from './identity-plugin.ts'
export {
  type IdentityProvider,
  startIdentityProvider,
  type TokenAlgorithm,
  type TokenOptions,
} from './identity-provider.ts'
export { TestKeyServer } from './key-server.ts'
export type { Cluster, RawResponse, Rights } from './kubernetes/cluster.ts'
export {
  type ConsoleCall,
  type ConsoleReply,
  type OperatorConsole,
  startOperatorConsole,
} from './kubernetes/operator-console.ts'
export { type PlatformCluster, startPlatformCluster } from './kubernetes/platform-cluster.ts'
export { type RealCluster, startRealCluster } from './kubernetes/real-cluster.ts'
export { type RecordedCall, type Recorder, recordCalls } from './kubernetes/record-calls.ts'
export { startOperatedCluster } from './kubernetes/stand-in-operator.ts'
export { TENANT_POOL, tenantPayload } from './kubernetes/tenant-payload.ts'
export { restartWithDirectory, useDirectory } from './ldap-storage.ts'
export { createLockedBucket } from './locked-bucket.ts'
export { type Mc, type McResult, startMc, startMcFor } from './mc.ts'
export { type MinioOptions, startMinio } from './minio.ts'
export { type MinioCluster, startMinioCluster } from './minio-cluster.ts'
export { MinioSite } from './minio-site.ts'
export { type Moto, startMoto } from './moto.ts'
export { OPENID_PASSWORD, startOpenIdProvider, type TestOpenIdProvider } from './openid-provider.ts'
export { freePort, onFreePort, silentServer } from './ports.ts'
export { commandFile, engineFile, findProgram } from './programs.ts'
export {
  metricsToken,
  missingPrometheus,
  type PrometheusServer,
  startPrometheus,
  startPrometheusFor,
} from './prometheus.ts'
export { type ProxyKind, type ProxyText, type ReverseProxy, startReverseProxy } from './reverse-proxy.ts'
export { ROOT_KEYS } from './root-keys.ts'
export { startRustfsReplay } from './rustfs/replay.ts'
export { startRustfs } from './rustfs/rustfs.ts'
export { startSeaweedfs } from './seaweedfs.ts'
export { queryText, type SendOptions, send, sendUrl, type TestResponse, texts } from './send.ts'
export { SmallDisk } from './small-disk.ts'
export { SMALLNESS, type Smallness, smallestResponse } from './smallest-responses.ts'
export { isReady, type StorageServer } from './storage-server.ts'
export { syntheticCluster } from './synthetic-cluster.ts'
export { ENCRYPTING_MINIO, startTarget, type TargetOptions, targetKind } from './target.ts'
export { tempFolder } from './temp-folder.ts'
export { uniqueName } from './unique-name.ts'
export { startVersitygw, type Versitygw } from './versitygw.ts'
export { waitUntil } from './wait-until.ts'
export { roleArnOf, trustProvider, webIdentityKeys } from './web-identity.ts'
export { type Delivery, TestWebhook } from './webhook.ts'
export { readZip, unzipProblem, unzipPrograms } from './zip.ts'
