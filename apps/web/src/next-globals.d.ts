// next-env.d.ts is generated (and ignored by git): a fresh clone type-checks through these.
/// <reference types="next" />
/// <reference types="next/image-types/global" />
