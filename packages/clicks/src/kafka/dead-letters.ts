import { setTimeout as wait } from 'node:timers/promises';
import kafkajs, { type Kafka, type Producer } from 'kafkajs';
import type { DeadLetterBox } from '../ingest/ports.ts';
import type { Log } from '../log.ts';
import { DEAD_TOPIC } from './topics.ts';

/**
 * The topic `clicks-dead`: each line that is no click, with headers that say where it stood and why. A crash may repeat a
 * letter; its place in the stream tells copies apart. The stream does not go on before its dead are safe.
 */
export function createDeadLetterTopic(
  kafka: Kafka,
  stopping: AbortSignal,
  log: Log,
): DeadLetterBox & { close(): Promise<void> } {
  let producer: Producer | undefined;

  async function connected(): Promise<Producer> {
    if (producer) return producer;
    const next = kafka.producer({
      allowAutoTopicCreation: false,
      createPartitioner: kafkajs.Partitioners.DefaultPartitioner,
    });
    await next.connect();
    return (producer = next);
  }

  return {
    put: async (source, letters) => {
      log.warn({ ...source, letters: letters.length }, 'clicks that could not be read were put aside');
      const messages = letters.map((letter) => ({
        value: letter.text,
        headers: {
          stream: source.stream,
          partition: String(source.partition),
          offset: String(letter.offset),
          line: String(letter.line),
          reason: letter.reason,
        },
      }));
      for (let attempt = 1; ; attempt++) {
        try {
          const sender = await connected();
          await sender.send({ topic: DEAD_TOPIC, acks: -1, messages });
          return;
        } catch (error) {
          if (attempt === 5) throw error;
          await wait(500, undefined, { signal: stopping });
        }
      }
    },
    close: async () => {
      await producer?.disconnect();
    },
  };
}
