import { createKafka, silentLog } from '@brevia/clicks';
import { decodeClick, type ClickEvent } from '@brevia/core';
import { uniqueName, waitFor } from '@brevia/engines/testing';

/** Every click in the topic, as often as it is there. */
export async function readTopic(broker: string): Promise<ClickEvent[]> {
  const kafka = createKafka([broker], 'test', silentLog);
  const admin = kafka.admin();
  await admin.connect();
  const offsets = await admin.fetchTopicOffsets('clicks');
  await admin.disconnect();
  const left = new Map(
    offsets
      .filter(({ low, high }) => Number(high) > Number(low))
      .map(({ partition, high }) => [partition, Number(high)]),
  );
  const clicks: ClickEvent[] = [];
  if (left.size === 0) return clicks;
  const consumer = kafka.consumer({ groupId: uniqueName('reader') });
  await consumer.connect();
  await consumer.subscribe({ topics: ['clicks'], fromBeginning: true });
  await consumer.run({
    eachMessage: ({ partition, message }) => {
      const lines = message.value?.toString().split('\n') ?? [];
      clicks.push(...lines.flatMap((line) => decodeClick(line) ?? []));
      if (Number(message.offset) + 1 >= (left.get(partition) ?? 0)) left.delete(partition);
      return Promise.resolve();
    },
  });
  await waitFor(() => left.size === 0, { timeoutMs: 60_000, what: 'the end of the topic' });
  await consumer.disconnect();
  return clicks;
}
