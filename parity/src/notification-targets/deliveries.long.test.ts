/** The kinds whose brokers are large or slow to start. They get a MinIO each, whatever storage the suite is run on. */
import { startAmqp, startKafka, startMinio, startMqtt, startMysql, startNats, startNsq } from '@cooperage/testkit'
import { testDeliveries } from './deliveries.ts'

testDeliveries('mqtt', startMqtt, startMinio)
testDeliveries('nats', startNats, startMinio)
testDeliveries('nsq', startNsq, startMinio)
testDeliveries('mysql', startMysql, startMinio)
testDeliveries('amqp', startAmqp, startMinio)
testDeliveries('kafka', startKafka, startMinio)
