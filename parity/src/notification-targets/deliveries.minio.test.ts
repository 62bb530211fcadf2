import { startElasticsearchStandIn, startPostgres, startRedis } from '@cooperage/testkit'
import { testDeliveries } from './deliveries.ts'

testDeliveries('postgres', startPostgres)
testDeliveries('redis', startRedis)
testDeliveries('elasticsearch', startElasticsearchStandIn)
