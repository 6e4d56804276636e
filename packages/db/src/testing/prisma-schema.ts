interface Column {
  readonly type: string;
  readonly nullable: boolean;
  readonly hasDefault: boolean;
}

export interface Table {
  readonly columns: Record<string, Column>;
  primaryKey: string[];
  readonly uniques: string[][];
}

/** PostgreSQL's names for what a Prisma type means with provider cockroachdb. */
const TYPES: Readonly<Record<string, string>> = {
  String: 'text',
  'String Uuid': 'uuid',
  Boolean: 'boolean',
  'Int Int4': 'integer',
  BigInt: 'bigint',
  'Json JsonB': 'jsonb',
  'DateTime Timestamptz(3)': 'timestamp(3) with time zone',
  'DateTime Timestamptz(6)': 'timestamp(6) with time zone',
};

/**
 * What a Prisma schema says of the tables, read from its text: so that the comparison with the real database does not rest
 * on Prisma's own engine, which can't be had everywhere. Throws on a type that it does not know.
 */
export function parsePrismaSchema(schema: string): Map<string, Table> {
  const models = [...schema.matchAll(/^model (\w+) \{\n([\s\S]*?)^\}/gm)];
  const names = new Set(models.map((match) => match[1]!));
  return new Map(models.map((match) => parseModel(match[1]!, match[2]!, names)));
}

function parseModel(model: string, body: string, models: ReadonlySet<string>): [string, Table] {
  const table: Table = { columns: {}, primaryKey: [], uniques: [] };
  const columnOf = new Map<string, string>();
  const lines = body
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('//'));
  for (const line of lines.filter((each) => !each.startsWith('@@'))) {
    const [, field, base, list, optional, attributes] = /^(\w+)\s+(\w+)(\[\])?(\?)?\s*(.*)$/.exec(line)!;
    if (models.has(base!)) continue;
    const column = /@map\("(\w+)"\)/.exec(attributes!)?.[1] ?? field!;
    const native = /@db\.(\w+(?:\(\d+\))?)/.exec(attributes!)?.[1];
    const type = TYPES[native === undefined ? base! : `${base} ${native}`];
    if (type === undefined) throw new Error(`${model}.${field}: unknown type ${base} ${native ?? ''}`);
    columnOf.set(field!, column);
    table.columns[column] = {
      type: type + (list ?? ''),
      nullable: optional !== undefined,
      hasDefault: attributes!.includes('@default('),
    };
    if (/@id\b/.test(attributes!)) table.primaryKey = [column];
    if (/@unique\b/.test(attributes!)) table.uniques.push([column]);
  }
  const columnsOf = (list: string) => list.split(',').map((field) => columnOf.get(field.trim())!);
  for (const line of lines.filter((each) => each.startsWith('@@'))) {
    const [, kind, list] = /^@@(\w+)\(\[([^\]]*)\]/.exec(line) ?? [];
    if (kind === 'id') table.primaryKey = columnsOf(list!);
    if (kind === 'unique') table.uniques.push(columnsOf(list!));
  }
  table.uniques.sort();
  return [/@@map\("(\w+)"\)/.exec(body)![1]!, table];
}
