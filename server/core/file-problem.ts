const FILE_PROBLEMS: Record<string, string> = {
  EACCES: 'belongs to another user: give it to the one that runs the product',
  EPERM: 'belongs to another user: give it to the one that runs the product',
  EROFS: 'can only be read',
  ENOSPC: 'lies on a disk that is full',
  ENOTDIR: 'is not in a folder',
  EEXIST: 'is no folder',
};

/** A sentence for an operator; null for any other error. */
export function fileProblem(error: unknown): string | null {
  if (!(error instanceof Error && 'code' in error && 'path' in error)) return null;
  const problem = FILE_PROBLEMS[String(error.code)];
  return problem ? `${error.path} ${problem}.` : null;
}
