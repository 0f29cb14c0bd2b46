/** Lua 5.3's error messages → those of Lua 5.1, which Redis has. */
export const olderWords = (said: string): string =>
  said
    .replace(/user_script:(\d+)\.0:/g, 'user_script:$1:')
    .replace(
      /attempt to (call|index|concatenate|perform arithmetic on) (an? \w+ value) \((local|global|field|method|upvalue) '([^']*)'\)/,
      "attempt to $1 $3 '$4' ($2)",
    );
