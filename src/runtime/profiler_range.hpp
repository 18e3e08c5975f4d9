// NVTX or roctx ranges with the stencils' names, where the build found the library; else nothing.
#pragma once

#if defined(ICODYN_NVTX)
#include <nvtx3/nvToolsExt.h>
namespace icodyn {
inline void push_range(const char* name) { nvtxRangePushA(name); }
inline void pop_range() { nvtxRangePop(); }
}  // namespace icodyn
#elif defined(ICODYN_ROCTX)
#include <roctx.h>
namespace icodyn {
inline void push_range(const char* name) { roctxRangePushA(name); }
inline void pop_range() { roctxRangePop(); }
}  // namespace icodyn
#else
namespace icodyn {
inline void push_range(const char*) {}
inline void pop_range() {}
}  // namespace icodyn
#endif
