/* wasm_rt.c - what Debian's libclang_rt for wasm32 asks for and wasi-libc does not have.
 *
 * Its 128-bit modulus was compiled with stack protection. Here is the guard it compares with, and
 * what happens when the stack was overrun: the module stops.
 */
#include <stdint.h>

extern uintptr_t __stack_chk_guard;
_Noreturn void __stack_chk_fail(void);

uintptr_t __stack_chk_guard = 0x5a4d7a3b;

_Noreturn void __stack_chk_fail(void)
{
    __builtin_trap();
}
