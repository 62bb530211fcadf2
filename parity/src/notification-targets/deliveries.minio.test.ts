import { startElasticsearchStandIn, startMinio, startPostgres, startRedis } from '@cooperage/testkit'
import { testDeliveries } from './deliveries.ts'

testDeliveries('postgres', startPostgres, startMinio)
testDeliveries('redis', startRedis, startMinio)
testDeliveries('elasticsearch', startElasticsearchStandIn, startMinio)
