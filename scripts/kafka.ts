/**
 * Kafka for tests: Maven copies its libraries from Maven Central into the cache folder.
 */
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { cacheFolder } from './cache-folder.ts'
import { messageOf, run } from './go-programs.ts'

const VERSION = '3.9.1'
const COPY = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies'

const dependency = (groupId: string, artifactId: string, version: string) =>
  `<dependency><groupId>${groupId}</groupId><artifactId>${artifactId}</artifactId><version>${version}</version></dependency>`

const PROJECT = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>cooperage</groupId>
  <artifactId>kafka-for-tests</artifactId>
  <version>1</version>
  <dependencies>
    ${dependency('org.apache.kafka', 'kafka_2.13', VERSION)}
    ${/* Writes its log to the output, where the tests see that it has started. */ ''}
    ${dependency('org.slf4j', 'slf4j-simple', '1.7.36')}
  </dependencies>
</project>
`

/** Where its libraries are, whether they are there yet or not. */
export function kafkaFolder(): string {
  return join(cacheFolder(), `kafka-${VERSION}`)
}

/** Fills the folder unless the cache has it, all or nothing. Returns what went wrong; '' otherwise. */
export function ensureKafka(): string {
  const folder = kafkaFolder()
  if (existsSync(folder)) return ''
  console.log('Fetching Kafka with Maven (once, 50 MB) …')
  mkdirSync(dirname(folder), { recursive: true })
  const work = mkdtempSync(join(dirname(folder), '.new-'))
  try {
    writeFileSync(join(work, 'pom.xml'), PROJECT)
    const repository = `-Dmaven.repo.local=${join(work, 'repository')}`
    run('mvn', ['--batch-mode', '--quiet', repository, COPY, `-DoutputDirectory=${join(work, 'lib')}`], { cwd: work })
    renameSync(join(work, 'lib'), folder)
    return ''
  } catch (error) {
    return messageOf(error)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}
