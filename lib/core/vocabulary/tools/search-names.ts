/** Finds tools whose definitions are not sent. */
export const searchToolsName = 'search_tools';
/** The tool through which the model calls those that it has to find first. */
export const callToolName = 'call_tool';

export const searchNames: readonly string[] = [searchToolsName, callToolName];
