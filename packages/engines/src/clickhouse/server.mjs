// The child that becomes a ClickHouse server: plain JavaScript, so that node runs it without a loader.
// Arguments: the path of ffi-rs, the path of libchdb.so, then ClickHouse's own arguments.
//
// libchdb exports the main function of clickhouse-local, and that understands SYSTEM START LISTEN HTTP. The last query
// reads standard input to its end, so the server lives exactly as long as that pipe is open.
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const [ffiPath, library, ...args] = process.argv.slice(2);
const { DataType, load, open } = createRequire(fileURLToPath(import.meta.url))(ffiPath);

const listen = ['tcp', 'http'].filter((name) => args.some((arg) => arg.startsWith(`--${name}_port=`)));
const queries =
  listen.map((name) => `SYSTEM START LISTEN ${name.toUpperCase()};`).join(' ') +
  " SELECT count() FROM file('-', 'LineAsString', 'line String') FORMAT Null";
const argv = ['clickhouse-local', ...args, `--query=${queries}`];
open({ library: 'chdb', path: library });
load({
  library: 'chdb',
  funcName: 'query_stable_v2',
  retType: DataType.External,
  paramsType: [DataType.I32, DataType.StringArray],
  paramsValue: [argv.length, argv],
});
// Not process.exit: the destructors of a finished engine whose threads still run may hang or crash. All is on disk by now.
process.kill(process.pid, 'SIGKILL');
