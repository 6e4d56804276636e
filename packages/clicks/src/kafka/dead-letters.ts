import { setTimeout as wait } from 'node:timers/promises';
import kafkajs, { type Kafka, type Message, type Producer } from 'kafkajs';
import type { DeadLetterBox } from '../ingest/ports.ts';
import type { DeadLetter } from '../ingest/rows.ts';
import type { Log } from '../log.ts';
import { DEAD_TOPIC } from './topics.ts';

/** The broker refuses more than 1 MiB at once, and would refuse it for ever. */
const MAX_SEND_BYTES = 512 * 1024;
const HEADER_BYTES = 256;

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

  async function send(messages: Message[]): Promise<void> {
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
  }

  return {
    put: async (source, letters) => {
      log.warn({ ...source, letters: letters.length }, 'clicks that could not be read were put aside');
      for (const portion of portionsOf(letters)) {
        await send(
          portion.map((letter) => ({
            value: letter.text,
            headers: {
              stream: source.stream,
              partition: String(source.partition),
              offset: String(letter.offset),
              line: String(letter.line),
              reason: letter.reason,
            },
          })),
        );
      }
    },
    close: async () => {
      await producer?.disconnect();
    },
  };
}

/** Letters in groups that the broker takes. */
function portionsOf(letters: readonly DeadLetter[]): DeadLetter[][] {
  const portions: DeadLetter[][] = [];
  let room = 0;
  for (const letter of letters) {
    const size = Buffer.byteLength(letter.text) + HEADER_BYTES;
    if (size > room) {
      portions.push([]);
      room = MAX_SEND_BYTES;
    }
    portions.at(-1)?.push(letter);
    room -= size;
  }
  return portions;
}
